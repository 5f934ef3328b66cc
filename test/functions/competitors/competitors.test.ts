/** Brands and locations of competitors: made once whatever conflicts, listed, joined, deleted with all that is theirs. */
import { beforeAll, expect, it } from 'vitest';
import { handler as deleteBusiness } from '../../../functions/business/delete-business.ts';
import { competitorEvents, linkEvents } from '../../../lib/competitors/events.ts';
import { CallError } from '../../../lib/dynamodb/client/call.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { call } from '../../support/call.ts';
import { under } from '../../support/expected.ts';
import { bring, openWorld, through } from '../../support/opened-world.ts';
import {
  creating,
  deleting,
  itemsWith,
  linking,
  links,
  listing,
  newAccount,
  streamed,
  sweep,
} from './competitor-requests.ts';

beforeAll(async () => {
  await openWorld();
});

const AT_ONCE = 50;
const many = <T>(make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => make(n)));
const countsOf = async (account: number) => {
  const [counts] = await itemsWith((item) => item.type === 'competitorCounts' && item.accountNumber === account);
  return counts && [counts.brands, counts.locations];
};

/** Every third answer to a transaction that was done is lost. */
const losing = <T>(work: () => Promise<T>): Promise<T> => {
  let written = 0;
  return through(
    (send) => async (operation, input, options) => {
      const output = await send(operation, input, options);
      if (operation === 'TransactWriteItems' && ++written % 3 === 0)
        throw new CallError('lost', { name: 'TimeoutError', attempts: 3, uncertain: true });
      return output;
    },
    work,
  );
};

it('a brand and a location are one each, asked for by 50 at once with lost answers', async () => {
  const account = await newAccount();
  const names = ['Copper Pan', ' copper PAN', 'COPPER PAN '];
  const brands = await losing(() => many((n) => creating(account, { businessName: names[n % 3] })));
  const made = brands.filter(({ status }) => status === 200);
  expect(brands.every(({ status }) => status === 200 || status === 503)).toBe(true);
  expect(made.length).toBeGreaterThan(AT_ONCE / 2);
  const [brand] = new Set(made.map(({ body }) => body.competitorId));
  expect(new Set(made.map(({ body }) => body.competitorId)).size).toBe(1);
  const body = { businessName: 'Pan One', zip: '94061', competitorId: brand };
  const locations = await losing(() => many((n) => creating(account + 1 + (n % 2), body)));
  const there = locations.filter(({ status }) => status === 200);
  expect(new Set(there.map((each) => each.body.compAccountId)).size).toBe(1);
  expect(there.filter((each) => !each.body.businessAlreadyPresent).length).toBeLessThanOrEqual(1);
  const { body: listed } = await listing(account);
  expect(listed).toMatchObject([{ enterpriseId: brand, businessCompetitors: [{ name: 'Pan One' }] }]);
  // Both own locations asked for it: the second one joined.
  expect(listed[0].businessCompetitors[0].businessNumbers.toSorted()).toEqual([account + 1, account + 2]);
  expect(await countsOf(account)).toEqual([1, 1]);
});

/** The first transactions go to the table once there are so many of them: each is based on what stood before all. */
const together = <T>(count: number, work: () => Promise<T>): Promise<T> => {
  let waiting = 0;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return through(
    (send) => async (operation, input, options) => {
      if (operation === 'TransactWriteItems') {
        if (++waiting >= count) open();
        await opened;
      }
      return send(operation, input, options);
    },
    work,
  );
};

it('a brand is one, where each request saw that there is none', async () => {
  const account = await newAccount();
  // The counts of an account's first brand would be in the way of the others.
  await creating(account, { businessName: 'Iron Pot' });
  const made = await together(3, () =>
    Promise.all([1, 2, 3].map(() => creating(account, { businessName: 'Copper Pan' }))),
  );
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(made.map(({ body }) => body.competitorId)).size).toBe(1);
  expect(await countsOf(account)).toEqual([2, 0]);
});

it('one request under a key makes one, and is answered alike', async () => {
  const account = await newAccount();
  const answers = await many(() => creating(account, { businessName: 'Keyed' }, under('one-brand')));
  const done = answers.filter(({ status }) => status === 200);
  expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(done.filter(({ headers }) => !headers['Idempotent-Replayed'])).toHaveLength(1);
  expect(done[0]!.body.businessAlreadyPresent).toBe(false);
  expect(await countsOf(account)).toEqual([1, 0]);
});

it('the limits hold, whoever makes the last ones', async () => {
  const account = await newAccount();
  const brands = Array.from({ length: 98 }, (_, n) => ({
    ...{ type: 'competitorBrand', competitorId: account * 1000 + n, accountNumber: account, name: `Brand ${n}` },
  }));
  await bring(brands);
  const answers = await Promise.all([1, 2, 3, 4].map((n) => creating(account, { businessName: `Late ${n}` })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400]);
  const refused = answers.find(({ status }) => status === 400);
  expect(refused!.body).toEqual({ code: 400, message: 'An account has at most 100 competitor brands' });
  expect(await countsOf(account)).toEqual([100, 0]);
});

it('a name is free again once its competitor is deleted, and a brand goes last', async () => {
  const account = await newAccount();
  const { body: brand } = await creating(account, { businessName: 'Again' });
  const own = { businessName: 'Again One', zip: '1', competitorId: brand.competitorId };
  const { body: first } = await creating(account, own);
  expect((await deleting(account, brand.competitorId)).body).toEqual({
    code: 1174,
    message: 'The competitor still has locations',
  });
  expect((await deleting(account, first.compAccountId, { query: { validateOnly: 'true' } })).status).toBe(200);
  expect((await deleting(account + 1, first.compAccountId)).status).toBe(200);
  expect((await deleting(account, first.compAccountId)).body.code).toBe(1011);
  expect((await linking(first.compAccountId, account + 1, 'https://x.example')).body.code).toBe(1011);
  const { body: second } = await creating(account, own);
  expect(second.compAccountId).not.toBe(first.compAccountId);
  expect(second.businessAlreadyPresent).toBe(false);
  await deleting(account, second.compAccountId);
  expect((await deleting(account, brand.competitorId)).status).toBe(200);
  expect((await listing(account)).body).toEqual([]);
  expect(await countsOf(account)).toEqual([0, 0]);
});

it('a brand is not deleted while a location of it is made', async () => {
  const account = await newAccount();
  const { competitorId } = (await creating(account, { businessName: 'Racing' })).body;
  const location = { businessName: 'Racing One', zip: '1', competitorId };
  const made: number[] = [];
  let isMeeting = true;
  // Between what the deletion reads and what it writes.
  const gone = await through(
    (send) => async (operation, input, options) => {
      if (operation === 'TransactWriteItems' && isMeeting) {
        isMeeting = false;
        made.push((await creating(account, location)).status);
      }
      return send(operation, input, options);
    },
    () => deleting(account, competitorId),
  );
  expect([made, gone.status, gone.body.code]).toEqual([[200], 400, 1174]);
  expect((await listing(account)).body).toMatchObject([{ enterpriseId: competitorId, businessCompetitors: [{}] }]);
});

it('a deleted competitor leaves no links and reviews', async () => {
  const account = await newAccount();
  const id = account + 50;
  await bring([
    { type: 'competitor', compAccountId: id, accountNumber: account, name: 'Rival' },
    ...Array.from({ length: 120 }, (_, n) => ({
      ...{ type: 'competitorReview', compAccountId: id, reviewId: `r${n}`, sourceAlias: 'maps', rating: 4 },
      reviewDate: '2026-01-01',
    })),
  ]);
  await linking(id, account + 1, 'https://x.example');
  expect((await deleting(account, id)).status).toBe(200);
  const isLeft = ({ pk }: { pk?: unknown }) => String(pk).startsWith(`P#ours#COMPETITOR#${id}`);
  expect((await itemsWith(isLeft)).length).toBe(122);
  await sweep('competitorTombstone', ({ number }) => number === id);
  expect((await itemsWith(isLeft)).map(({ type }) => type)).toEqual(['competitorTombstone']);
});

it('an own location that is deleted leaves its competitors, the last one takes them along', async () => {
  const account = await newAccount();
  const { body: brand } = await creating(account, { businessName: 'Local' });
  const { competitorId } = brand;
  const both = { businessName: 'Both', zip: '1', competitorId };
  await creating(account + 1, both);
  await creating(account + 2, both);
  await creating(account + 1, { businessName: 'Only one', zip: '1', competitorId });
  await creating(account + 1, { businessName: 'Another', zip: '1', competitorId });
  await creating(account, { businessName: 'All', zip: '1', competitorId });
  const pause = clock.pause;
  clock.pause = async () => {};
  expect((await call(deleteBusiness, { path: { businessId: String(account + 1) } })).status).toBe(200);
  await sweep('tombstone', ({ number }) => number === account + 1);
  clock.pause = pause;
  const [{ businessCompetitors }] = (await listing(account)).body;
  const left = businessCompetitors.map((each: Record<string, unknown>) => [each.name, each.businessNumbers]);
  expect(left.toSorted()).toEqual([
    ['All', []],
    ['Both', [account + 2]],
  ]);
  expect(await countsOf(account)).toEqual([1, 2]);
  const [stored] = await itemsWith((item) => item.type === 'competitorBrand' && item.competitorId === competitorId);
  expect(stored!.locations).toBe(2);
});

it('an account of an earlier release is counted before it is written', async () => {
  const account = await newAccount();
  await bring(
    [1, 2].map((n) => ({ type: 'competitor', compAccountId: account + 60 + n, accountNumber: account, name: 'Old' })),
  );
  const { removeCounts } = await import('./remove-counts.ts');
  await removeCounts(account);
  expect((await deleting(account, account + 61)).status).toBe(200);
  expect(await countsOf(account)).toEqual([0, 1]);
});

it('subscribers hear of what was added and removed, not of what goes along', () => {
  const item = { type: 'competitor', partnerId: 'p', accountNumber: 1, compAccountId: 2 };
  const tombstone = { ...item, type: 'competitorTombstone', number: 2 };
  const data = { competitorId: 2, compAccountId: 2, accountNumber: 1 };
  const of = (oldImage?: object, newImage?: object) =>
    [...competitorEvents({ oldImage, newImage } as never), ...linkEvents({ oldImage, newImage } as never)].map(
      (event) => [event.type, event.data],
    );
  expect(of(undefined, item)).toEqual([['COMPETITOR_ADDED', data]]);
  expect(of(item, { ...item, name: 'x' })).toEqual([]);
  expect(of(item, undefined)).toEqual([]);
  expect(of(undefined, tombstone)).toEqual([['COMPETITOR_REMOVED', data]]);
  expect(of(tombstone, { ...tombstone, rounds: 1 })).toEqual([]);
  const link = {
    type: 'aggregationLink',
    partnerId: 'p',
    accountNumber: 1,
    id: 5,
    compAccountId: 2,
    businessNumber: 3,
    sourceId: 101,
  };
  const gone = { ...link, type: 'aggregationLinkTombstone' };
  expect(of(link, gone)[0]![0]).toBe('AGGREGATION_LINK_REMOVED');
  expect(of(gone, link)[0]![0]).toBe('AGGREGATION_LINK_ADDED');
  expect(of(link, undefined)).toEqual([]);
});

it('lists are by name and number, and a location has what competes with it', async () => {
  const account = await newAccount();
  const n = account * 10;
  const at = (compAccountId: number, more: object) => ({
    type: 'competitor',
    compAccountId,
    accountNumber: account,
    ...more,
  });
  await bring([
    { type: 'competitorBrand', competitorId: n + 1, accountNumber: account, name: 'émile' },
    { type: 'competitorBrand', competitorId: n + 2, accountNumber: account, name: 'Zoe' },
    at(n + 9, { name: 'Far', competitorId: n + 1, businessNumbers: [account + 2] }),
    at(n + 8, { name: 'Near', competitorId: n + 1, businessNumbers: [account + 1] }),
    at(n + 7, { name: 'frank' }),
  ]);
  const shape = async (number: number) =>
    (await listing(number)).body.map(({ enterpriseName, businessCompetitors }: never) => [
      enterpriseName,
      (businessCompetitors as { compAccountId: number }[]).map(({ compAccountId }) => compAccountId - n),
    ]);
  expect(await shape(account)).toEqual([
    ['émile', [8, 9]],
    ['frank', [7]],
    ['Zoe', []],
  ]);
  expect(await shape(account + 1)).toEqual([
    ['émile', [8]],
    ['frank', [7]],
  ]);
  expect((await listing(account, { startIndex: '1', pageSize: '1' })).body[0].enterpriseName).toBe('frank');
  await streamed([]);
  expect((await links(n + 7, account + 1)).body).toEqual([]);
});
