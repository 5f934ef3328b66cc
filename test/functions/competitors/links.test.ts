/** Links of competitors and review sources of locations: added once, removed, added again under one id. */
import { beforeAll, expect, it } from 'vitest';
import { handler as deleteBusiness } from '../../../functions/business/delete-business.ts';
import type { Call } from '../../../lib/dynamodb/client/call.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { type Answer, call } from '../../support/call.ts';
import { bare, refusal, under } from '../../support/expected.ts';
import { bring, openWorld, through } from '../../support/opened-world.ts';
import {
  deleting,
  itemsWith,
  linking,
  links,
  newAccount,
  sources,
  sourcing,
  streamed,
  unlinking,
  unsourcing,
} from './competitor-requests.ts';

beforeAll(async () => {
  await openWorld();
});

const newPair = async () => {
  const account = await newAccount();
  const competitor = account + 50;
  await bring([{ type: 'competitor', compAccountId: competitor, accountNumber: account, name: 'Rival' }]);
  return { competitor, location: account + 1, account };
};

it('a link that was removed is added again with its id, and removed once', async () => {
  const { competitor, location } = await newPair();
  const url = 'https://alpha.example/x';
  const { body: link } = await linking(competitor, location, url);
  expect((await unlinking(competitor, location, link.id, { query: { validateOnly: 'true' } })).status).toBe(200);
  const gone = await Promise.all([1, 2, 3].map(() => unlinking(competitor, location, link.id)));
  expect(gone.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  expect((await unlinking(competitor, location, link.id)).body).toEqual({
    code: 1039,
    message: 'Aggregation id is invalid',
  });
  expect((await links(competitor, location)).body).toEqual([]);
  expect((await linking(competitor, location, url)).body).toEqual(link);
  expect((await unlinking(competitor, location, link.id, under('unlink'))).status).toBe(200);
  expect((await unlinking(competitor, location, link.id, under('unlink'))).headers['Idempotent-Replayed']).toBe('true');
  expect((await linking(competitor, location, url, under('link-again'))).body).toEqual(link);
  expect((await links(competitor, location)).body).toEqual([link]);
});

it.each(['location', 'competitor'] as const)('a link whose %s is deleted meanwhile is not added', async (what) => {
  const { competitor, location, account } = await newPair();
  const remove = () =>
    what === 'location'
      ? call(deleteBusiness, { path: { businessId: String(location) } })
      : deleting(account, competitor);
  let gone: Answer | undefined;
  const { status, body } = await through(
    (send) => async (operation, input, options) => {
      if (!gone && JSON.stringify(input).includes('once.example') && !/Get|Query/.test(operation))
        gone = await remove();
      return send(operation, input, options);
    },
    () => linking(competitor, location, 'https://once.example/x'),
  );
  expect([gone?.status, status, body.code]).toEqual([200, 404, 1011]);
  const isLink = ({ type, compAccountId }: Item) => type === 'aggregationLink' && compAccountId === competitor;
  expect(await itemsWith(isLink)).toEqual([]);
});

it('an id that is malformed is one that no link has, and is checked after what the links belong to', async () => {
  const { competitor, location, account } = await newPair();
  for (const id of ['none', '0', '-1', '9'.repeat(20)]) {
    expect(bare(await unlinking(competitor, location, id))).toEqual(refusal(1039));
    expect(bare(await unlinking(competitor + 1, location, id))).toEqual(refusal(1011));
    expect(bare(await unsourcing(location, id))).toEqual(refusal(1039));
    expect(bare(await unsourcing(account, id))).toEqual(refusal(1011));
  }
});

/** A pair that has as many links as it may. */
const newFullPair = async () => {
  const pair = await newPair();
  const { competitor, location } = pair;
  const urls = Array.from({ length: 200 }, (_, n) => `https://alpha.example/${n}`);
  await bring(
    urls.map((url) => ({
      ...{ type: 'aggregationLink', compAccountId: competitor, businessNumber: location, sourceAlias: 'alpha', url },
    })),
  );
  return { ...pair, urls };
};

/** Queries that need not be consistent are answered as the first of them was. */
const laggingQueries = (): ((inner: Call) => Call) => {
  let first: Promise<unknown> | undefined;
  return (inner) =>
    ((...sent: Parameters<Call>) => {
      const [operation, input] = sent;
      if (operation !== 'Query' || (input as { ConsistentRead?: boolean }).ConsistentRead) return inner(...sent);
      first ??= inner(...sent);
      return first;
    }) as Call;
};

it('what was removed a moment ago is no longer counted, nor removed twice', async () => {
  const { competitor, location } = await newFullPair();
  const lagging = laggingQueries();
  const { body: before } = await through(lagging, () => links(competitor, location));
  const { id } = before[0];
  expect((await through(lagging, () => unlinking(competitor, location, id))).status).toBe(200);
  expect((await through(lagging, () => links(competitor, location))).body).toEqual(before);
  expect((await through(lagging, () => unlinking(competitor, location, id))).body.code).toBe(1039);
  const added = await through(lagging, () => linking(competitor, location, 'https://alpha.example/in-its-place'));
  expect(added.status).toBe(200);
  // It is there, though a lagging list doesn't show it.
  expect((await through(lagging, () => unlinking(competitor, location, added.body.id))).status).toBe(200);
});

it('a pair has 200 links; one that is there is answered all the same', async () => {
  const { competitor, location, urls } = await newFullPair();
  expect((await linking(competitor, location, 'https://alpha.example/more')).body).toEqual({
    code: 400,
    message: 'A competitor location has at most 200 links for a location',
  });
  expect((await linking(competitor, location, urls[3]!)).status).toBe(200);
  const { body } = await links(competitor, location);
  expect(body.map(({ sourceUrl }: { sourceUrl: string }) => sourceUrl)).toEqual(urls.toSorted());
});

it('a review source follows the reviews of the location, and the catalogue orders the list', async () => {
  const { location, account } = await newPair();
  const source = (sourceAlias: string, url: string) => sourcing(location, { sourceAlias, url });
  const { body: maps } = await source('maps', 'https://maps.example/x');
  expect(maps).toMatchObject({ sourceAlias: 'maps', sourceName: 'Maps', sourceId: 104, status: 3 });
  const { body: alpha } = await source(' ALPHA ', 'https://alpha.example/x');
  expect((await source('maps', 'https://maps.example/x')).body).toEqual(maps);
  await bring([
    {
      ...{ type: 'review', businessNumber: location, reviewId: 'r', sourceAlias: 'maps', rating: 4 },
      reviewDate: '2026-01-01',
    },
  ]);
  await streamed(
    (await itemsWith(({ businessNumber, type }) => type === 'review' && businessNumber === location)).map((after) => ({
      after,
    })),
  );
  expect((await sources(location)).body).toEqual([alpha, { ...maps, status: 4 }]);
  expect((await sources(account)).body.code).toBe(1011);
  expect((await unsourcing(location, maps.id)).status).toBe(200);
  expect((await unsourcing(location, maps.id)).body.code).toBe(1039);
  expect((await sources(location)).body).toEqual([alpha]);
  expect((await sourcing(location, {})).body).toEqual({ code: 1031, message: 'Source must not be blank' });
  expect((await sourcing(location, { sourceAlias: 'nope' })).body).toEqual({
    code: 1032,
    message: 'Source is invalid',
  });
  expect((await sourcing(location, { sourceAlias: 'maps' })).body).toEqual({
    code: 1030,
    message: 'URL must not be blank',
  });
});
