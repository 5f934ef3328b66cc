/** The review sources that requests offer: of locations, of accounts, and of neither. */
import { beforeAll, expect, it } from 'vitest';
import { lineFor } from '../../../tools/data/export.ts';
import { answerOf } from '../../support/call.ts';
import { bare, refused, under } from '../../support/expected.ts';
import { bring, openWorld, scan, through } from '../../support/opened-world.ts';
import { remove, sweep } from '../business/delete-business/support.ts';
import { create, lastOf, newShop, review, type Shop, set, shown } from './support.ts';

beforeAll(() => openWorld());

const DONE = { status: 200, body: {} };

const stored = async ({ account }: Shop) =>
  (await scan()).filter(({ type, accountNumber }) => type === 'reviewSources' && accountNumber === account);

/** The aliases that a new request of the first location offers. */
const offered = async (shop: Shop): Promise<string[]> => {
  const { body } = await create(review(shop));
  const { sources } = (await shown(lastOf(body.url))).body;
  return sources.map(({ sourceAlias }: { sourceAlias: string }) => sourceAlias);
};

it('offers those of the location, else of the account, else alpha and beta', async () => {
  const shop = await newShop();
  const of = (number: number, more: object = {}) => ({ resellerId: shop.account, businessIds: [number], ...more });
  expect(await offered(shop)).toEqual(['alpha', 'beta']);
  expect(await answerOf(set(of(shop.other, { sources: [' MAPS', 'gamma'] })))).toEqual(DONE);
  expect(await offered(shop)).toEqual(['maps', 'gamma']);
  expect(await answerOf(set(of(shop.location, { sources: ['Delta', 'alpha'] })))).toEqual(DONE);
  expect(await offered(shop)).toEqual(['delta', 'alpha']);
  // What was sent has become the account's.
  await set(of(shop.other));
  const own = (await stored(shop)).find(({ businessNumber }) => businessNumber === shop.other);
  expect(own?.sources).toEqual(['delta', 'alpha']);
});

it('leads to the profile of the location, else to the form of the source', async () => {
  const shop = await newShop();
  const business = {
    name: 'Shop one',
    socialProfileURLs: { alphaUrl: 'https://alpha.example/one', microblogUrl: 'x' },
  };
  await bring([{ type: 'business', businessNumber: shop.location, accountNumber: shop.account, business }]);
  const { body } = await create(review(shop));
  expect((await shown(lastOf(body.url))).body.sources).toEqual([
    {
      sourceAlias: 'alpha',
      sourceName: 'Alpha',
      thumbnailUrl: 'https://cdn.listing.example/sources/alpha.png',
      reviewUrl: 'https://alpha.example/one',
    },
    expect.objectContaining({ sourceAlias: 'beta', reviewUrl: 'https://beta.example/review' }),
  ]);
});

it('says what is wrong, the account last', async () => {
  const shop = await newShop();
  const { account, location } = shop;
  const right = { resellerId: account, businessIds: [location] };
  const invalid = (message: string) => refused(400, 400, message);
  const many = (count: number) => Array.from({ length: count }, (_, index) => account + 1 + index);
  for (const [body, answer] of [
    [{ resellerId: account }, invalid('businessIds is required')],
    [{ ...right, businessIds: [], resellerId: 'x' }, invalid('businessIds must have at least 1 item')],
    [{ ...right, businessIds: many(91), resellerId: 'x' }, invalid('businessIds must have at most 90 items')],
    [{ ...right, sources: [], resellerId: 'x' }, invalid('sources must have at least 1 item')],
    [{ ...right, sources: ['alpha', 'ALPHA '] }, invalid('sources[1] must not be the alias of another row')],
    [{ ...right, sources: ['x'] }, invalid('sources[0] must be the alias of a review source of the catalogue')],
    [{ ...right, pageUrl: 'http://page.example' }, invalid('pageUrl must be an https URL without a query')],
    [{ ...right, pageUrl: 'https://page.example/?a' }, invalid('pageUrl must be an https URL without a query')],
    [
      { ...right, pageUrl: `https://page.example/${'x'.repeat(180)}` },
      invalid('pageUrl must have at most 200 characters'),
    ],
    [{ ...right, resellerId: undefined }, refused(404, 1011)],
    [{ ...right, resellerId: location }, refused(404, 1011)],
    [{ ...right, resellerId: 200 }, refused(404, 1011)],
    [{ ...right, businessIds: [location, 101] }, refused(404, 1011, 'Business is not valid: 101')],
    [{ ...right, businessIds: [201] }, refused(404, 1011, 'Business is not valid: 201')],
    [{ ...right, businessIds: [account] }, refused(404, 1011, `Business is not valid: ${account}`)],
    [{ ...right, businessIds: [1.5] }, refused(404, 1011, 'Business is not valid: 1.5')],
  ] as const) {
    const { status, body: said } = bare(await set(body));
    expect([body, status, said.code, said.message]).toEqual([
      body,
      answer.status,
      answer.body.code,
      typeof answer.body.message === 'string' && answer.status === 400 ? answer.body.message : expect.any(String),
    ]);
    if (typeof answer.body.message === 'string' && answer.status === 404)
      expect(said.message).toContain(answer.body.message.split(': ')[1]);
  }
  expect((await stored(shop)).map(({ sources }) => sources)).toEqual([undefined]);
});

it('writes nothing where nothing changes, clears a page, and only validates a dry run', async () => {
  const shop = await newShop();
  const body = { resellerId: shop.account, businessIds: [shop.location, shop.other], sources: ['maps'] };
  const before = await stored(shop);
  expect(await answerOf(set(body, { query: { validateOnly: 'true' } }))).toEqual(DONE);
  expect(await stored(shop)).toEqual(before);
  await set(body);
  const once = await stored(shop);
  expect(once).toHaveLength(3);
  await set(body);
  await set(body, under(`same-${shop.account}`));
  await set({ ...body, sources: undefined });
  expect(await stored(shop)).toEqual(once);
  await set({ ...body, pageUrl: '' });
  const [ofAccount] = (await stored(shop)).filter(({ businessNumber }) => businessNumber === undefined);
  expect([ofAccount?.pageUrl, ofAccount?.sources]).toEqual([undefined, ['maps']]);
});

it('of two sets at once both land, one after the other, and no half of either', async () => {
  const shop = await newShop();
  const businessIds = [shop.location, shop.other];
  const sets = ['alpha', 'beta', 'gamma', 'maps'].map((alias) =>
    set({ resellerId: shop.account, businessIds, sources: [alias] }),
  );
  expect((await Promise.all(sets)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set((await stored(shop)).map(({ sources }) => String(sources))).size).toBe(1);
});

it('does not take an old copy for what is stored', async () => {
  const shop = await newShop();
  const body = { resellerId: shop.account, businessIds: [shop.location] };
  await set({ ...body, sources: ['alpha'] });
  const old = await stored(shop);
  await set({ ...body, sources: ['beta'] });
  // A read that may be old answers with what was there before.
  await through(
    (call) => async (operation, input, options) => {
      const answer = await call(operation, input, options);
      const { RequestItems = {} } = input as { RequestItems?: Record<string, { ConsistentRead?: boolean }> };
      const [name, read] = Object.entries(RequestItems)[0] ?? [];
      if (operation !== 'BatchGetItem' || !name || read?.ConsistentRead !== false) return answer;
      const { toAttributes } = await import('../../../lib/dynamodb/table/attributes.ts');
      const older = old.filter(({ businessNumber }) => businessNumber !== undefined).map((item) => toAttributes(item));
      return { Responses: { [name]: older } } as never;
    },
    () => set({ ...body, sources: ['alpha'] }),
  );
  expect(new Set((await stored(shop)).map(({ sources }) => String(sources)))).toEqual(new Set(['alpha']));
});

it('goes with its location, and comes back by its line', async () => {
  const shop = await newShop();
  await set({ resellerId: shop.account, businessIds: [shop.location, shop.other], sources: ['maps', 'beta'] });
  const before = await stored(shop);
  const lines = before.flatMap((item) => lineFor(item) ?? []);
  expect(lines).toContainEqual({ type: 'reviewSources', businessNumber: shop.other, sources: ['maps', 'beta'] });
  await bring(lines);
  expect(await stored(shop)).toEqual(before);
  await remove(shop.location);
  expect((await stored(shop)).map(({ businessNumber }) => businessNumber)).toEqual([undefined, shop.other]);
  await sweep([shop.location]);
  expect(bare(await set({ resellerId: shop.account, businessIds: [shop.location] })).status).toBe(404);
  await remove(shop.other);
  await remove(shop.account);
  await sweep([shop.other, shop.account]);
  expect(await stored(shop)).toEqual([]);
});
