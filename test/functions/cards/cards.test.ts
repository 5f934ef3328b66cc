/** Custom cards: what is created, listed, changed, removed and refused, and how limits hold. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as createCard } from '../../../functions/cards/create-card.ts';
import { handler as deleteCard } from '../../../functions/cards/delete-card.ts';
import { handler as listCards } from '../../../functions/cards/list-cards.ts';
import { handler as updateCard } from '../../../functions/cards/update-card.ts';
import { CallError, type Call as StoreCall } from '../../../lib/dynamodb/client/call.ts';
import { answerOf, type Call, call } from '../../support/call.ts';
import { refused, under } from '../../support/expected.ts';
import { bring, openWorld, scan, through } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import { remove as removeBusiness } from '../business/delete-business/support.ts';

beforeAll(() => openWorld());

const at = (number: number | string, { headers, ...more }: Call): Call => ({
  ...more,
  headers: { 'x-business-number': String(number), ...headers },
});
const create = (number: number | string, body: unknown, more: Call = {}) =>
  call(createCard, { ...at(number, more), body });
const update = (number: number, cardId: number | string, body: unknown, more: Call = {}) =>
  call(updateCard, { ...at(number, more), path: { cardId: String(cardId) }, body });
const remove = (number: number, cardId: number | string, more: Call = {}) =>
  call(deleteCard, { ...at(number, more), path: { cardId: String(cardId) } });
const list = (number: number | string, more: Call = {}) =>
  call(listCards, { ...more, path: { businessId: String(number) } });
const cards = async (number: number) => (await list(number)).body.customCardDetails;
const idsOf = async (number: number) => (await cards(number)).map(({ cardId }: { cardId: number }) => cardId);

let locations = 80_000;
const newLocation = async (): Promise<number> => {
  locations += 1;
  await bring([{ type: 'business', businessNumber: locations, accountNumber: 150, business: {} }]);
  return locations;
};
const created = async (number: number, body: object = {}): Promise<number> => {
  const answer = await create(number, { title: 'A card', ...body });
  expect(answer.status).toBe(200);
  return answer.body.cardId;
};

const NO_BUSINESS = refused(404, 1011, 'Business id is invalid');
const NO_CARD = refused(404, 404, 'Resource not found');
const DONE = { status: 200, body: {} };
const TOO_MANY = refused(400, 400, 'A location has at most 20 custom cards');

const BLANK = {
  description: '',
  imageURL: '',
  imagePosition: 'top',
  isVisible: 1,
  isPinOnTop: 0,
  clickURL: '',
  linkText: '',
  type: '',
};

describe('a card', () => {
  it('is answered and listed as it was sent, with the rest blank', async () => {
    const n = await newLocation();
    const full = {
      title: ' Roast ',
      description: 'On Sunday\nfrom 12:00',
      imageURL: 'www.img.example/a.jpg',
      imagePosition: '3',
      isVisible: 'no',
      isPinOnTop: true,
      clickURL: 'https://shop.example',
      linkText: 'Book',
      type: 'offer',
      unknown: 1,
    };
    const { unknown: _, ...known } = full;
    const first = await create(n, full);
    const shown = {
      ...known,
      cardId: first.body.cardId,
      title: 'Roast',
      imagePosition: 'right',
      isVisible: 0,
      isPinOnTop: 1,
    };
    expect([first.status, first.body]).toEqual([200, shown]);
    expect(String(first.body.cardId)).toMatch(/^[1-9][0-9]{14}$/);
    const second = await create(n, { title: 'x'.repeat(100), imagePosition: 'left', description: '' });
    expect(second.body).toEqual({
      ...BLANK,
      cardId: second.body.cardId,
      title: 'x'.repeat(100),
      imagePosition: 'left',
    });
    expect(await cards(n)).toEqual([shown, second.body]);
  });

  it('keeps what an update leaves out, and loses what it clears', async () => {
    const n = await newLocation();
    const id = await created(n, { description: 'Text', type: 'offer', imagePosition: 2, isVisible: 0 });
    expect(await answerOf(update(n, id, { title: 'Another', type: null, imagePosition: '', isVisible: null }))).toEqual(
      DONE,
    );
    expect(await cards(n)).toEqual([{ ...BLANK, cardId: id, title: 'Another', description: 'Text' }]);
    const before = await scan();
    expect(await answerOf(update(n, id, { title: 'Another' }))).toEqual(DONE);
    expect(await answerOf(update(n, id, {}))).toEqual(DONE);
    expect(await scan()).toEqual(before);
  });

  it('that is pinned unpins the other, and stands first', async () => {
    const n = await newLocation();
    const [a, b, c] = [await created(n), await created(n, { isPinOnTop: 1 }), await created(n, { isPinOnTop: 1 })];
    expect(await idsOf(n)).toEqual([c, a, b]);
    await update(n, a, { isPinOnTop: 1 });
    expect(await idsOf(n)).toEqual([a, b, c]);
    await update(n, c, { isPinOnTop: 0, isVisible: 0 });
    expect(await idsOf(n)).toEqual([a, b, c]);
    await update(n, a, { isPinOnTop: 0 });
    expect((await cards(n)).map(({ isPinOnTop }: { isPinOnTop: number }) => isPinOnTop)).toEqual([0, 0, 0]);
  });

  it.each([
    [{}, 'title is required'],
    [{ title: ' ' }, 'title is required'],
    [{ title: 'x'.repeat(101) }, 'title must have at most 100 characters'],
    [{ title: 'x', description: 'x'.repeat(1001) }, 'description must have at most 1000 characters'],
    [{ title: 'x', imageURL: 'ftp://a.example' }, 'imageURL must be an http or https URL'],
    [{ title: 'x', imagePosition: 0 }, 'imagePosition must be 1, 2 or 3, or top, left or right'],
    [{ title: 'x', isVisible: 2 }, 'isVisible must be 0 or 1'],
    [{ title: 'x', linkText: 'x'.repeat(101) }, 'linkText must have at most 100 characters'],
  ])('is refused: %#', async (body, message) => {
    expect(await answerOf(create(103, body))).toEqual(refused(400, 400, message));
  });

  it('is refused where there is no location of ours, or no such card', async () => {
    const n = await newLocation();
    const id = await created(n);
    for (const number of [150, 999, 201, 'x', '']) {
      expect(await answerOf(create(number, { title: 'x' }))).toEqual(NO_BUSINESS);
      if (number !== '') expect(await answerOf(list(number))).toEqual(NO_BUSINESS);
    }
    expect(await answerOf(list(n, { key: KEYS.theirs }))).toEqual(NO_BUSINESS);
    expect(await answerOf(update(999, id, {}))).toEqual(NO_BUSINESS);
    for (const other of [1, 'x', '']) {
      expect(await answerOf(update(n, other, {}))).toEqual(NO_CARD);
      expect(await answerOf(remove(n, other))).toEqual(NO_CARD);
    }
    expect(await answerOf(update(101, id, {}))).toEqual(NO_CARD);
    expect(await answerOf(update(n, id, { title: null }))).toEqual(refused(400, 400, 'title must not be blank'));
  });

  it('is gone when it was deleted, once', async () => {
    const n = await newLocation();
    const [a, b] = [await created(n), await created(n)];
    expect(await answerOf(remove(n, a))).toEqual(DONE);
    expect(await answerOf(remove(n, a))).toEqual(NO_CARD);
    expect(await idsOf(n)).toEqual([b]);
    expect(await answerOf(remove(n, b))).toEqual(DONE);
    expect(await cards(n)).toEqual([]);
    expect(await idsOf(n)).toEqual([]);
    const c = await created(n);
    expect(await idsOf(n)).toEqual([c]);
  });

  it('is not written by a dry run', async () => {
    const n = await newLocation();
    const dry: Call = { query: { validateOnly: 'true' } };
    expect((await create(n, { title: 'Dry' }, dry)).body).toEqual({ ...BLANK, cardId: 0, title: 'Dry' });
    const id = await created(n);
    expect(await answerOf(update(n, id, { title: 'Dry' }, dry))).toEqual(DONE);
    expect(await answerOf(remove(n, id, dry))).toEqual(DONE);
    expect((await cards(n)).map(({ title }: { title: string }) => title)).toEqual(['A card']);
  });

  it('goes with its location', async () => {
    const n = await newLocation();
    await created(n);
    expect((await removeBusiness(n)).status).toBe(200);
    expect(await answerOf(list(n))).toEqual(NO_BUSINESS);
    expect((await scan()).filter(({ type, businessNumber }) => type === 'cards' && businessNumber === n)).toEqual([]);
    expect(await answerOf(create(n, { title: 'x' }))).toEqual(NO_BUSINESS);
  });

  it('that makes the record too large is refused', async () => {
    const n = await newLocation();
    const wide = {
      description: '𝒩'.repeat(1000),
      imageURL: `https://a.example/${'é'.repeat(2000)}`,
      clickURL: `https://a.example/${'é'.repeat(2000)}`,
    };
    const codes: number[] = [];
    for (let index = 0; index < 12; index++) codes.push((await create(n, { title: 'Wide', ...wide })).status);
    expect(codes.slice(0, 10)).toEqual(Array(10).fill(200));
    expect(codes.at(-1)).toBe(413);
  });
});

describe('many at once', () => {
  it('make 20 cards and no more, of which one is pinned', async () => {
    const n = await newLocation();
    const answers = await Promise.all(
      Array.from({ length: 26 }, (_, index) =>
        create(n, { title: `Card ${index}`, isPinOnTop: 1 }, index % 3 === 0 ? under(`${n}-${index}`) : {}),
      ),
    );
    const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.cardId);
    const all = await cards(n);
    expect(all.map(({ cardId }: { cardId: number }) => cardId).toSorted()).toEqual(made.toSorted());
    expect(all.filter(({ isPinOnTop }: { isPinOnTop: number }) => isPinOnTop === 1)).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) expect([400, 409, 503]).toContain(answer.status);
    expect(all.length).toBeLessThanOrEqual(20);
    while ((await idsOf(n)).length < 20) await created(n);
    expect(await answerOf(create(n, { title: 'One more' }))).toEqual(TOO_MANY);
    expect(await answerOf(create(n, { title: 'One more' }, { query: { validateOnly: 'true' } }))).toEqual(TOO_MANY);
    const ids = await idsOf(n);
    await Promise.all(ids.slice(0, 6).map((id: number) => update(n, id, { isPinOnTop: 1 })));
    expect((await cards(n)).filter(({ isPinOnTop }: { isPinOnTop: number }) => isPinOnTop === 1)).toHaveLength(1);
  });

  it('under one key make one card', async () => {
    const n = await newLocation();
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(n, { title: 'Once' }, under(`once-${n}`))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.cardId)).size).toBe(1);
    expect(await idsOf(n)).toEqual([answers[0]!.body.cardId]);
    await remove(n, answers[0]!.body.cardId, under(`gone-${n}`));
    expect(await answerOf(remove(n, answers[0]!.body.cardId, under(`gone-${n}`)))).toEqual(DONE);
    expect((await create(n, { title: 'Once' }, under(`once-${n}`))).body).toEqual(answers[0]!.body);
    expect(await cards(n)).toEqual([]);
  });
});

describe('a write whose response is lost', () => {
  /** Lets the writes of a request land, and loses the answers of the first `count` of them. */
  const losing =
    (count: number, meanwhile = async (): Promise<void> => {}) =>
    (next: StoreCall): StoreCall => {
      let left = count;
      return async (operation, input, options) => {
        if (!/Write|Update|Put/.test(operation) || left-- <= 0) return next(operation, input, options);
        await next(operation, { ...input, ClientRequestToken: undefined } as never, options);
        await meanwhile();
        const again = next(operation, { ...input, ClientRequestToken: undefined } as never, options);
        // The client sends it again, and is refused on its own result.
        return again.catch((error: CallError) => {
          throw new CallError(error.message, { ...error, name: error.name, uncertain: true });
        });
      };
    };

  it.each([
    ['a first card', 0, {}],
    ['another card', 1, {}],
    ['a first card under a key', 0, under('lost-first')],
    ['another card under a key', 1, under('lost-other')],
  ])('makes %s once', async (_, before, more) => {
    const n = await newLocation();
    for (let index = 0; index < before; index++) await created(n);
    const answer = await through(losing(1), () => create(n, { title: 'Lost' }, more));
    expect(answer.status).toBe(200);
    expect((await cards(n)).filter(({ title }: { title: string }) => title === 'Lost')).toEqual([answer.body]);
  });

  it('makes no second card where so many have written since that nothing shows the first', async () => {
    const n = await newLocation();
    const others = async () => {
      for (let index = 0; index < 8; index++) await created(n);
    };
    const answer = await through(losing(1, others), () => create(n, { title: 'Lost' }));
    expect(answer.status).toBe(503);
    expect((await cards(n)).filter(({ title }: { title: string }) => title === 'Lost')).toHaveLength(1);
  });
});

it('the first card of a location that is deleted meanwhile is not written', async () => {
  const n = await newLocation();
  let isDeleted = false;
  const answer = await through(
    (next) => async (operation, input, options) => {
      if (operation === 'TransactWriteItems' && !isDeleted) {
        isDeleted = true;
        expect((await removeBusiness(n)).status).toBe(200);
      }
      return next(operation, input, options);
    },
    () => create(n, { title: 'Too late' }),
  );
  expect([isDeleted, answer.status, answer.body.code]).toEqual([true, 404, 1011]);
  expect((await scan()).filter(({ type, businessNumber }) => type === 'cards' && businessNumber === n)).toEqual([]);
});
