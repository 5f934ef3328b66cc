/** Questions and answers: what is saved, listed and deleted, and what is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../support/call.ts';
import { refused, under } from '../../support/expected.ts';
import { openWorld, scan } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import { asked, deleting, ids, listing, newAccount, saved, saving } from './support.ts';

beforeAll(() => openWorld());

const NO_BUSINESS = refused(404, 1011, 'Business id is invalid');
const NO_QUESTION = refused(404, 2482, 'No such question');

describe('A question', () => {
  it('is answered as it was saved, whichever number names the account', async () => {
    const n = await newAccount();
    const text = '  Is “Ünïcode”\nwelcome 🐕 here?  ';
    const body = {
      question: text,
      answers: [{ text: ' Yes.\nAlways. ' }, { text: 'é' }],
      businessNumbers: [n + 2, n + 1],
    };
    const id = await saved(n + 1, body);
    expect(id).toBeGreaterThan(99_999_999_999_999);
    const { body: list } = await listing(n + 3);
    expect(list).toEqual({
      totalCount: 1,
      qnAs: [
        {
          id,
          question: {
            text: text.trim(),
            updatedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
            answers: [{ text: 'Yes.\nAlways.' }, { text: 'é' }],
          },
          allLocations: false,
          source: 'USER',
          sourceType: 'API',
          sourceValue: '',
          businessNumbers: [n + 2, n + 1],
        },
      ],
    });
  });

  it('is replaced whole, and keeps its date where nothing changes', async () => {
    const n = await newAccount();
    const id = await saved(n, asked('tea', { businessNumbers: [n + 1, n + 1] }));
    const [first] = (await listing(n)).body.qnAs;
    expect(first.businessNumbers).toEqual([n + 1]);
    expect(await saved(n, asked('tea', { id, businessNumbers: [n + 1] }))).toBe(id);
    expect(await saved(n, asked('tea', { id: String(id), businessNumbers: [n + 1] }), under(`same-${id}`))).toBe(id);
    expect((await listing(n)).body.qnAs).toEqual([first]);
    expect(await saved(n, asked('coffee', { id }))).toBe(id);
    const [second] = (await listing(n)).body.qnAs;
    expect(second).toMatchObject({ id, allLocations: true, businessNumbers: [] });
    expect(second.question.text).toBe('What about coffee here?');
    expect(second.question.updatedDate > first.question.updatedDate).toBe(true);
  });

  it('has a set of locations: another order of them is no change', async () => {
    const n = await newAccount();
    const id = await saved(n, asked('tea', { businessNumbers: [n + 1, n + 2] }));
    const before = (await listing(n)).body;
    expect(await saved(n, asked('tea', { id, businessNumbers: [n + 2, n + 1] }))).toBe(id);
    expect((await listing(n)).body).toEqual(before);
    await saved(n, asked('tea', { id, businessNumbers: [n + 2] }));
    expect((await listing(n)).body.qnAs[0].businessNumbers).toEqual([n + 2]);
  });

  it('is listed by its last change, in pages, with exact totals', async () => {
    const n = await newAccount();
    const all: number[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) all.push(await saved(n, asked(name)));
    const [a, b, c, d, e] = all;
    await saved(n, asked('b again', { id: b }));
    expect(await ids(n)).toEqual([b, e, d, c, a]);
    expect(await ids(n, { order: '1' })).toEqual([b, e, d, c, a]);
    expect(await ids(n, { order: '0' })).toEqual([a, c, d, e, b]);
    expect(await ids(n, { order: '0', sIndex: '1', count: '2' })).toEqual([c, d]);
    expect((await listing(n, { sIndex: '5' })).body).toEqual({ totalCount: 5, qnAs: [] });
    expect((await listing(n, { sIndex: '4', count: '1000' })).body).toMatchObject({ totalCount: 5, qnAs: [{ id: a }] });
  });

  it('is found by its locations, and one of all locations by any', async () => {
    const n = await newAccount();
    const one = await saved(n, asked('one', { businessNumbers: [n + 1] }));
    const both = await saved(n, asked('both', { businessNumbers: [n + 1, n + 2] }));
    const all = await saved(n, asked('all'));
    const found = async (...businessNumbers: number[]) =>
      (await ids(n, { order: '0' }, { businessNumbers })) as number[];
    expect(await found(n + 1)).toEqual([one, both, all]);
    expect(await found(n + 2)).toEqual([both, all]);
    expect(await found(n + 3)).toEqual([all]);
    expect(await found(n + 2, n + 3)).toEqual([both, all]);
    expect(await found()).toEqual([one, both, all]);
    expect(await ids(n, { order: '0' }, undefined)).toEqual([one, both, all]);
  });

  it('is deleted once', async () => {
    const n = await newAccount();
    const id = await saved(n, asked('gone'));
    expect(await answerOf(deleting(n, id, { query: { validateOnly: 'true' } }))).toEqual({ status: 200, body: {} });
    expect(await answerOf(deleting(n, id, under(`del-${id}`)))).toEqual({ status: 200, body: {} });
    expect(await answerOf(deleting(n, id, under(`del-${id}`)))).toEqual({ status: 200, body: {} });
    expect(await answerOf(deleting(n, id))).toEqual(NO_QUESTION);
    expect(await answerOf(saving(n, asked('gone', { id })))).toEqual(NO_QUESTION);
    expect((await listing(n)).body).toEqual({ totalCount: 0, qnAs: [] });
  });

  it('is made once under a key, and not at all in a dry run', async () => {
    const n = await newAccount();
    const dry = { query: { validateOnly: 'true' } };
    expect((await saving(n, asked('dry'), dry)).body).toEqual({ id: 0 });
    const made = await Promise.all(Array.from({ length: 5 }, () => saving(n, asked('key'), under(`key-${n}`))));
    const answered = new Set(made.flatMap(({ status, body }) => (status === 200 ? [body.id] : [])));
    expect(answered.size).toBe(1);
    const [id] = answered;
    expect((await saving(n, asked('other', { id }), dry)).body).toEqual({ id });
    expect(await ids(n)).toEqual([id]);
    expect((await listing(n)).body.qnAs[0].question.text).toBe('What about key here?');
  });

  it('is none of an account that others write in meanwhile, but keeps all that was saved at once', async () => {
    const n = await newAccount();
    const id = await saved(n, asked('start'));
    const texts = Array.from({ length: 8 }, (_, index) => `version ${index}`);
    const answers = await Promise.all(texts.map((text) => saving(n, asked(text, { id }))));
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200));
    const item = (await scan()).find(({ qnaId }) => qnaId === id)!;
    expect(item.version).toBe(9);
    expect(texts.map((text) => asked(text).question)).toContain(item.question);
  });
});

describe('A request about questions', () => {
  const fine = asked('this');
  it.each([
    [{ ...fine, question: undefined }, 2485],
    [{ ...fine, question: ' ' }, 2485],
    [{ ...fine, question: '\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b' }, 2485],
    [{ ...fine, question: '     a b c     ' }, 2485],
    [{ ...fine, question: '🐕🐕🐕 🐕🐕🐕 🐕' }, 2485],
    [{ ...fine, question: 'only twowords' }, 2483],
    [{ ...fine, question: `a b ${'c'.repeat(4093)}` }, 2481],
    [{ ...fine, answers: undefined }, 2479],
    [{ ...fine, answers: [] }, 2479],
    [{ ...fine, answers: null }, 2479],
    [{ ...fine, answers: ' ' }, 2479],
    [{ ...fine, answers: [{}] }, 2479],
    [{ ...fine, answers: [null] }, 2479],
    [{ ...fine, answers: [{ text: 'x' }, { text: ' ' }] }, 2479],
    [{ ...fine, answers: [{ text: 'x'.repeat(4097) }] }, 2481],
    [{ ...fine, answers: Array(11).fill({ text: 'x' }) }, 400],
    [{ question: 'no', answers: [] }, 2485],
    [{ ...fine, id: 1.5 }, 400],
    [{ ...fine, businessNumbers: ['x'] }, 400],
  ])('is refused: %#', async (body, code) => {
    expect(await answerOf(saving(100, body))).toEqual(refused(400, code));
  });

  it.each([
    { ...fine, question: `a b ${'c'.repeat(4092)}` },
    { ...fine, question: '🐕🐕🐕🐕 🐕🐕🐕 🐕' },
    { ...fine, answers: [{ text: 'x'.repeat(4096) }] },
    { ...fine, answers: { text: 'one object' } },
    { ...fine, answers: Array(10).fill({ text: '🐕'.repeat(3) }) },
  ])('is taken: %#', async (body) => {
    expect((await saving(150, body)).status).toBe(200);
  });

  it('is refused where it names what is not ours', async () => {
    for (const number of [999, 201, 200, 'x', '0', '-1']) {
      expect(await answerOf(saving(number, fine))).toEqual(NO_BUSINESS);
      expect(await answerOf(deleting(number, 1))).toEqual(NO_BUSINESS);
      expect(await answerOf(listing(number))).toEqual(NO_BUSINESS);
    }
    expect(await answerOf(saving('', fine))).toEqual(NO_BUSINESS);
    expect(await answerOf(listing(''))).toEqual(refused(404, 1532, 'Business id is missing or invalid'));
    const named = (number: number) => refused(404, 1011, `Business id is invalid: ${number}`);
    for (const number of [999, 201, 151, 100, 0, -1, 1.5]) {
      expect(await answerOf(saving(100, { ...fine, businessNumbers: [101, number] }))).toEqual(named(number));
      expect(await answerOf(listing(100, {}, { businessNumbers: [101, number] }))).toEqual(named(number));
    }
    const id = await saved(150, fine);
    for (const other of ['x', '0', '', '1', String(id)])
      expect(await answerOf(deleting(100, other))).toEqual(NO_QUESTION);
    expect(await answerOf(saving(100, { ...fine, id }))).toEqual(NO_QUESTION);
    expect(await answerOf(deleting(150, id, { key: KEYS.theirs }))).toEqual(NO_BUSINESS);
    expect(await answerOf(deleting(200, id, { key: KEYS.theirs }))).toEqual(NO_QUESTION);
  });

  it.each([
    [{ sIndex: '-1' }, 400, 'sIndex must be a whole number from 0'],
    [{ count: '0' }, 400, 'count must be a whole number from 1'],
    [{ count: '1001' }, 400, 'count must be at most 1000'],
    [{ order: '2' }, 400, 'order must be at most 1'],
    [{ order: 'asc' }, 400, 'order must be an integer'],
    [{ sIndex: '99999', count: '2' }, 2348, undefined],
  ])('is refused: %j', async (query, code, message) => {
    expect(await answerOf(listing(100, query))).toEqual(refused(400, code, message));
  });
});
