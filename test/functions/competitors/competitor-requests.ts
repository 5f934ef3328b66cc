/** What the tests of competitors share: accounts of their own, requests, and the function on the stream. */

import { handler as addLink } from '../../../functions/competitors/add-aggregation-link.ts';
import { handler as addSource } from '../../../functions/competitors/add-review-source.ts';
import { handler as reviewsOf } from '../../../functions/competitors/competitor-reviews.ts';
import { handler as createCompetitor } from '../../../functions/competitors/create-competitor.ts';
import { handler as deleteLink } from '../../../functions/competitors/delete-aggregation-link.ts';
import { handler as deleteCompetitor } from '../../../functions/competitors/delete-competitor.ts';
import { handler as deleteSource } from '../../../functions/competitors/delete-review-source.ts';
import { handler as listLinks } from '../../../functions/competitors/list-aggregation-links.ts';
import { handler as listCompetitors } from '../../../functions/competitors/list-competitors.ts';
import { handler as listSources } from '../../../functions/competitors/list-review-sources.ts';
import { handler as metricsOf } from '../../../functions/competitors/review-metrics.ts';
import { handler as processStream } from '../../../functions/events/process-stream.ts';
import { type Item, toAttributes } from '../../../lib/dynamodb/table/attributes.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { bring, scan } from '../../support/opened-world.ts';

let last = 70_000;

/** An account of ours with two locations; its number, theirs follow on it. */
export const newAccount = async (): Promise<number> => {
  last += 100;
  const n = last;
  await bring([
    { type: 'account', accountNumber: n, partnerId: 'ours', name: `Account ${n}` },
    ...[1, 2].map((each) => ({
      type: 'business',
      businessNumber: n + each,
      accountNumber: n,
      business: { name: `Location ${each}` },
    })),
  ]);
  return n;
};

const text = (...numbers: readonly number[]) => numbers.map(String);

export const creating = (businessId: number, body: unknown, more: Call = {}): Promise<Answer> =>
  call(createCompetitor, { path: { businessId: String(businessId) }, body, ...more });
export const deleting = (businessId: number, competitorId: number, more: Call = {}): Promise<Answer> => {
  const [business = '', competitor = ''] = text(businessId, competitorId);
  return call(deleteCompetitor, { path: { businessId: business, competitorId: competitor }, ...more });
};
export const listing = async (businessId: number, query: Record<string, string> = {}): Promise<Answer> =>
  call(listCompetitors, { path: { businessId: String(businessId) }, query });

const pair = (compAccountId: number, businessNumber: number) => ({
  compAccountId: String(compAccountId),
  businessNumber: String(businessNumber),
});
export const linking = (competitor: number, location: number, url: string, more: Call = {}): Promise<Answer> =>
  call(addLink, { path: pair(competitor, location), body: { sourceAlias: 'alpha', url }, ...more });
export const links = (competitor: number, location: number): Promise<Answer> =>
  call(listLinks, { path: pair(competitor, location) });
export const unlinking = (
  competitor: number,
  location: number,
  id: number | string,
  more: Call = {},
): Promise<Answer> => call(deleteLink, { path: { ...pair(competitor, location), aggregationId: String(id) }, ...more });

export const sourcing = (businessId: number, body: unknown, more: Call = {}): Promise<Answer> =>
  call(addSource, { path: { businessId: String(businessId) }, body, ...more });
export const sources = (businessId: number): Promise<Answer> =>
  call(listSources, { path: { businessId: String(businessId) } });
export const unsourcing = (businessId: number, id: number | string): Promise<Answer> =>
  call(deleteSource, { path: { businessId: String(businessId), aggregationId: String(id) } });

const about = (number: number) => ({ headers: { 'x-business-number': String(number) } });
export const reviews = (number: number, body: unknown = {}, query: Record<string, string> = {}): Promise<Answer> =>
  call(reviewsOf, { ...about(number), body, query });
export const metrics = (number: number, body: unknown = {}, query: Record<string, string> = {}): Promise<Answer> =>
  call(metricsOf, { ...about(number), body, query });

/** Changes of items as the stream shows them to the function on it. */
const context = { getRemainingTimeInMillis: () => 25_000 } as Parameters<typeof processStream>[1];
let sequence = 0;
const image = (item: Item | undefined) => (item ? (toAttributes(item) as never) : undefined);
export const streamed = (changes: readonly { readonly before?: Item; readonly after?: Item }[]) =>
  processStream(
    {
      Records: changes.map(({ before, after }) => ({
        eventID: `competitors-${++sequence}`,
        eventName: 'MODIFY' as const,
        dynamodb: { SequenceNumber: String(sequence), OldImage: image(before), NewImage: image(after) } as never,
      })),
    },
    context,
  );

/** The items of the table that a test is about. */
export const itemsWith = async (is: (item: Item) => boolean): Promise<Item[]> => (await scan()).filter(is);

/** Shows the tombstones of a type to the function on the stream. */
export const sweep = async (type: string, is: (item: Item) => boolean) =>
  streamed(
    (await itemsWith((item) => item.type === type && is(item))).map((after) => ({
      after: { ...after, deletedAt: '2020-01-01T00:00:00.000Z' },
    })),
  );
