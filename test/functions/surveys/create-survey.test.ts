/** Surveys: what is created, read and listed, and what is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { answerOf } from '../../support/call.ts';
import { ASKS_PROBLEM, listedIn, refused } from '../../support/expected.ts';
import { openWorld, scan } from '../../support/opened-world.ts';
import {
  create,
  created,
  get,
  invalid,
  itemsOf,
  list,
  NO_BUSINESS,
  NO_SURVEY,
  newAccount,
  question,
  submitted,
  surveyOf,
} from './support.ts';

beforeAll(() => openWorld());

const ALL = [
  question({ type: 'text', title: ' Text ' }),
  question({ type: 'textarea', required: 'yes', choices: null }),
  question({ type: 'checkbox', choices: [' a ', 'b,c'], minValue: 77 }),
  question({ type: 'radio', choices: [1, true] }),
  question({ type: 'dropdown', choices: ['x'] }),
  question({ type: 'rating', choices: ['', ''] }),
  question({ type: 'rating', minValue: '0', maxValue: 10 }),
  question({ type: 'nps', minValue: 3, maxValue: 4 }),
  question({ type: 'datetime' }),
  question({ type: 'contact' }),
  question({ type: 'label', required: true }),
  question({ type: 'review' }),
  question({ type: 'location' }),
];

describe('a survey', () => {
  it('is answered as it was created, with ids, orders and what questions have by their types', async () => {
    const n = await newAccount();
    const before = clock.now();
    const { body } = await create(n, {
      surveyName: ' Everything ',
      ownerEmailId: 'owner@shop.example',
      thankYouMessage: 'Thanks\nall',
      pages: [{ title: 'First', questions: ALL }, { questions: [question({ title: 'Last' })] }],
    });
    const answer = (await get(body.surveyId, n)).body;
    expect(answer).toMatchObject({
      surveyId: body.surveyId,
      name: 'Everything',
      status: 'new',
      surveyType: 'traditional',
      responses: 0,
      questionCount: 14,
      businessId: n,
      thankYouMessage: 'Thanks\nall',
    });
    expect(answer.created).toBe(answer.lastModified);
    expect(answer.created).toBeGreaterThanOrEqual(before);
    expect(answer.pages.map(({ name, id, order }: never) => [name, id, order])).toEqual([
      ['First', 1, 1],
      ['', 2, 2],
    ]);
    const asked = answer.pages.flatMap(({ questions }: { questions: object[] }) => questions);
    expect(asked.map(({ id }: { id: number }) => id)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
    expect(asked.map(({ order }: { order: number }) => order)).toEqual([...ALL.map((_, index) => index + 1), 1]);
    const plain = { title: 'What?', required: false };
    expect(asked.map(({ id: _, order: __, ...rest }: Record<string, unknown>) => rest)).toEqual([
      { ...plain, title: 'Text', type: 'text' },
      { ...plain, type: 'textarea', required: true },
      { ...plain, type: 'checkbox', choices: ['a', 'b,c'] },
      { ...plain, type: 'radio', choices: ['1', 'true'] },
      { ...plain, type: 'dropdown', choices: ['x'] },
      { ...plain, type: 'rating', minValue: 1, maxValue: 5 },
      { ...plain, type: 'rating', minValue: 0, maxValue: 10 },
      { ...plain, type: 'nps', minValue: 0, maxValue: 10 },
      ...['datetime', 'contact'].map((type) => ({ ...plain, type })),
      { ...plain, type: 'label', required: true },
      ...['review', 'location'].map((type) => ({ ...plain, type })),
      { ...plain, title: 'Last', type: 'text' },
    ]);
  });

  it.each(['zz', true, [], {}, null, '', 7])('ignores %j where its type has no use for it', async (value) => {
    const n = await newAccount();
    const all = { minValue: value, maxValue: value, choices: value };
    const id = await created(n, [
      question(all),
      question({ type: 'label', ...all }),
      question({ type: 'radio', ...all, choices: ['a'] }),
      question({ type: 'rating', choices: value }),
    ]);
    const { questions } = (await get(id, n)).body.pages[0];
    expect(questions.map(({ minValue, maxValue, choices }: never) => [minValue, maxValue, choices])).toEqual([
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
      [undefined, undefined, ['a']],
      [1, 5, undefined],
    ]);
  });

  it('is written once under a key, and not at all in a dry run', async () => {
    const n = await newAccount();
    const more = { headers: { 'Idempotency-Key': 'survey-1' } };
    const first = await create(n, surveyOf([question()]), more);
    expect(await answerOf(create(n, surveyOf([question()]), more))).toEqual(await answerOf(first));
    expect(await answerOf(create(n, surveyOf([question()]), { query: { validateOnly: 'true' } }))).toEqual({
      status: 200,
      body: { surveyId: 0 },
    });
    expect((await itemsOf(n)).map(({ type }) => type).toSorted()).toEqual(['survey', 'surveyRow']);
  });

  it('is of an account alone, and not of a location, no one or another partner', async () => {
    const n = await newAccount();
    for (const number of [n + 1, 200, 999_999, 'x'])
      expect(await answerOf(create(number, surveyOf([question()])))).toEqual(NO_BUSINESS);
  });

  it('is too large over 128 KB', async () => {
    const n = await newAccount();
    const questions = Array.from({ length: 100 }, () => question({ title: 'x'.repeat(1000) }));
    expect(await answerOf(create(n, surveyOf(questions)))).toMatchObject({ status: 200 });
    const large = questions.map((each) => ({ ...each, type: 'radio', choices: ['y'.repeat(250), 'z'.repeat(250)] }));
    const answer = refused(413, 413, 'The record is too large');
    expect(await answerOf(create(n, surveyOf(large)))).toEqual(answer);
    expect(await answerOf(create(n, surveyOf(large), { query: { validateOnly: 'true' } }))).toEqual(answer);
  });
});

it('names both bounds of a question that are out of range', async () => {
  const body = surveyOf([question({ type: 'rating', minValue: 11, maxValue: 0 })]);
  expect(await listedIn(create(await newAccount(), body, ASKS_PROBLEM))).toEqual([
    ['/pages/0/questions/0/minValue', 2054],
    ['/pages/0/questions/0/maxValue', 2055],
  ]);
});

describe('is refused', () => {
  const first = 'pages[0].questions[0]';
  const of = (more: object) => surveyOf([question(more)]);
  const rated = (more: object) => of({ type: 'rating', ...more });
  const NO_QUESTIONS = refused(400, 2047, 'Survey questions are required');
  const NO_CHOICES = refused(400, 2072, 'Choices must not be blank');
  const MINIMUM = refused(400, 2054, 'Minimum is out of range');
  const MAXIMUM = refused(400, 2055, 'Maximum is out of range');
  const BOUNDS = refused(400, 2046, 'Minimum is above maximum');
  const NO_TYPE = refused(400, 2070, 'Question type must not be blank');
  const OWNER = refused(400, 2071, 'Owner email is invalid');
  const NOT_IN_PULSE = refused(400, 2063, 'Question type is not allowed in a pulse survey');
  const ONE = refused(400, 2061, 'A pick-one survey has one question');

  it.each<readonly [string, unknown, unknown]>([
    ['no name', { pages: [{ questions: [question()] }] }, refused(400, 2069, 'Survey name is required')],
    ['a blank name', surveyOf([question()], { surveyName: '\u200b' }), refused(400, 2069, 'Survey name is required')],
    [
      'a long name',
      surveyOf([question()], { surveyName: 'x'.repeat(251) }),
      invalid('surveyName must have at most 250 characters'),
    ],
    ['another type', surveyOf([question()], { surveyType: 'Pulse!' }), refused(400, 2045, 'Survey type is invalid')],
    ['an owner who is no address', surveyOf([question()], { ownerEmailId: 'a b@c' }), OWNER],
    ['an owner who is no text', surveyOf([question()], { ownerEmailId: {} }), OWNER],
    ['no pages', { surveyName: 'x' }, NO_QUESTIONS],
    ['pages of null', { surveyName: 'x', pages: null }, NO_QUESTIONS],
    ['an empty list of pages', { surveyName: 'x', pages: [] }, NO_QUESTIONS],
    [
      'a page without questions',
      { surveyName: 'x', pages: [{ questions: [question()] }, { questions: [] }] },
      NO_QUESTIONS,
    ],
    [
      '21 pages',
      { surveyName: 'x', pages: Array(21).fill({ questions: [question()] }) },
      invalid('pages must have at most 20 items'),
    ],
    [
      '101 questions',
      {
        surveyName: 'x',
        pages: [{ questions: Array(60).fill(question()) }, { questions: Array(41).fill(question()) }],
      },
      invalid('pages must have at most 100 questions in all'),
    ],
    ['no title', of({ title: ' ' }), invalid(`${first}.title is required`)],
    ['no type', of({ type: undefined }), NO_TYPE],
    ['a type of null', of({ type: null }), NO_TYPE],
    ['an unknown type', of({ type: 'slider' }), refused(400, 2093, 'Question type is unknown')],
    [
      'a table of questions',
      of({ type: 'matrix_radio' }),
      invalid(`${first}.type must be another type: tables of questions are not supported`),
    ],
    ['no choices', of({ type: 'checkbox' }), NO_CHOICES],
    ['an empty list of choices', of({ type: 'radio', choices: [] }), NO_CHOICES],
    ['choices that are blank', of({ type: 'radio', choices: null }), NO_CHOICES],
    ...['checkbox', 'radio', 'dropdown'].flatMap((type) =>
      [null, '', []].map(
        (choices) => [`choices of ${JSON.stringify(choices)}`, of({ type, choices }), NO_CHOICES] as const,
      ),
    ),
    ['a blank choice', of({ type: 'dropdown', choices: ['a', ''] }), NO_CHOICES],
    ['a choice of null', of({ type: 'dropdown', choices: ['a', null] }), NO_CHOICES],
    ['a choice that reads as null', of({ type: 'dropdown', choices: ['null'] }), NO_CHOICES],
    [
      'a choice twice',
      of({ type: 'dropdown', choices: ['a', ' a'] }),
      invalid(`${first}.choices must name each choice once`),
    ],
    [
      '101 choices',
      of({ type: 'radio', choices: Array.from({ length: 101 }, (_, index) => `${index}`) }),
      invalid(`${first}.choices must have at most 100 choices`),
    ],
    [
      'a long choice',
      of({ type: 'radio', choices: ['x'.repeat(251)] }),
      invalid(`${first}.choices must have choices of at most 250 characters`),
    ],
    ['a minimum of 10', rated({ minValue: 10, maxValue: 10 }), MINIMUM],
    ['a minimum between two', rated({ minValue: 1.5 }), MINIMUM],
    ['a minimum that is none', rated({ minValue: 'x' }), MINIMUM],
    ...[true, [], {}].flatMap((value) => [
      ['a minimum of another kind', of({ type: 'nps', minValue: value }), MINIMUM] as const,
      ['a maximum of another kind', rated({ maxValue: value }), MAXIMUM] as const,
    ]),
    ['a maximum of 0', rated({ maxValue: 0 }), MAXIMUM],
    ['a maximum of 11', of({ type: 'nps', maxValue: 11 }), MAXIMUM],
    ['a minimum that is the maximum', rated({ minValue: 3, maxValue: 3 }), BOUNDS],
    ['a minimum above the usual maximum', rated({ minValue: 6 }), BOUNDS],
    ['a maximum that is the usual minimum', rated({ maxValue: 1 }), BOUNDS],
    [
      'no list of questions of pickone',
      { ...surveyOf([], { surveyType: 'pickone' }), pages: [{ questions: true }] },
      NO_QUESTIONS,
    ],
    ...[true, [], undefined].map(
      (questions) =>
        [
          `questions of pickone that are ${JSON.stringify(questions)}`,
          { ...surveyOf([], { surveyType: 'pickone' }), pages: [{ questions }] },
          NO_QUESTIONS,
        ] as const,
    ),
    ['two questions of pickone', surveyOf([question(), question()], { surveyType: 'pickone' }), ONE],
    [
      'a radio of pulse',
      surveyOf([question(), question({ type: 'radio', choices: ['a'] })], { surveyType: 'pulse' }),
      NOT_IN_PULSE,
    ],
    ['a label of pulse', surveyOf([question({ type: 'label' })], { surveyType: 'pulse' }), NOT_IN_PULSE],
    ['a broken surrogate', surveyOf([question({ title: '\ud800' })]), expect.objectContaining({ status: 400 })],
  ])('%s', async (_, body, answer) => {
    expect(await answerOf(create(100, body))).toEqual(answer);
  });

  it('and writes nothing', async () => {
    expect((await scan()).filter(({ type, accountNumber }) => type === 'survey' && accountNumber === 100)).toEqual([]);
  });
});

describe('get survey', () => {
  it('is checked by the business before the survey', async () => {
    const n = await newAccount();
    const other = await newAccount();
    const id = await created(n);
    for (const number of ['', 'x', 200, 201, 999_999]) expect(await answerOf(get('x', number))).toEqual(NO_BUSINESS);
    for (const each of ['x', '0', `0${id}`, 1, id + 1]) expect(await answerOf(get(each, n))).toEqual(NO_SURVEY);
    expect(await answerOf(get(id, other))).toEqual(NO_SURVEY);
    expect(await answerOf(get(id, other + 1))).toEqual(NO_SURVEY);
    expect((await get(id, n + 1, { query: { businessId: String(n + 1), lang: 'fr' } })).status).toBe(200);
  });

  it('counts responses of the account, or of one location, at once', async () => {
    const n = await newAccount();
    const id = await created(n);
    await submitted(id, n + 1, {});
    await submitted(id, n + 1, { isComplete: 0 });
    await submitted(id, n + 2, {});
    const seen = await Promise.all([n, n + 1, n + 2, n + 3].map(async (each) => (await get(id, each)).body));
    expect(seen.map(({ status, responses, businessId }) => [status, responses, businessId])).toEqual([
      ['active', 3, n],
      ['active', 2, n],
      ['active', 1, n],
      ['active', 0, n],
    ]);
  });
});

describe('list surveys', () => {
  it('sorts by when they were changed or created, by responses, and searches by name', async () => {
    const n = await newAccount();
    const names = ['Lunch', 'LUNCHES', 'Dîner'];
    const ids: number[] = [];
    for (const surveyName of names) ids.push(await created(n, [question(), question()], { surveyName }));
    const [one, two, three] = ids;
    await submitted(two!, n + 1, {});
    const idsBy = async (query: Record<string, string | number>, of = n) =>
      (await list(of, query)).body.map(({ surveyId }: { surveyId: number }) => surveyId);
    expect(await idsBy({})).toEqual([three, two, one]);
    expect(await idsBy({ sorder: 0 })).toEqual([one, two, three]);
    expect(await idsBy({ sortby: 'created', sorder: 1 })).toEqual([three, two, one]);
    const alike = [one!, three!].toSorted((a, b) => a - b);
    expect(await idsBy({ sortby: 'response', sorder: 0 })).toEqual([...alike, two]);
    expect(await idsBy({ sortby: 'Response', sorder: 1 })).toEqual([two, ...alike.toReversed()]);
    expect(await idsBy({ searchStr: 'lunch', sorder: 0 })).toEqual([one, two]);
    expect(await idsBy({ searchStr: 'diner' })).toEqual([three]);
    expect(await idsBy({ searchStr: 'none' })).toEqual([]);
    expect(await idsBy({ searchStr: '\u0301' })).toEqual([]);
    expect((await list(n, { searchStr: 'lunches' })).body[0]).toEqual({
      surveyId: two,
      name: 'LUNCHES',
      status: 'active',
      created: expect.any(Number),
      lastModified: expect.any(Number),
      responses: 1,
      questionCount: 2,
    });
    const there = (await list(n + 2, { searchStr: 'lunches' })).body[0];
    expect([there.status, there.responses]).toEqual(['active', 0]);
    expect((await list(n, { searchStr: 'diner' })).body[0].status).toBe('new');
  });

  it('refuses a business that is not there, and an order that is none', async () => {
    const n = await newAccount();
    for (const number of [200, 999_999, 'x']) expect(await answerOf(list(number))).toEqual(NO_BUSINESS);
    expect(await answerOf(list(n, { sorder: 2 }))).toEqual(invalid('sorder must be one of 0, 1'));
    expect(await answerOf(list(n, { sortby: 'name' }))).toEqual(
      invalid('sortby must be one of modified, created, response'),
    );
    expect(await answerOf(list(n))).toEqual({ status: 200, body: [] });
  });
});
