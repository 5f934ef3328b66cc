/** GET /v1/changes: what has changed in an account since the last call. */
import { listChanges } from '../../lib/changes/contracts/list-changes.ts';
import { listSince } from '../../lib/changes/list.ts';
import { changesReply } from '../../lib/changes/reply.ts';
import { keptMilliseconds } from '../../lib/changes/repository/noting.ts';
import { type Asked, lateParameters, placeAsked, typesIn, wrongParameters } from '../../lib/changes/rules/page.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { ApiError, refuse } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import type { Handle, Request } from '../../lib/http/request.ts';
import { accounts } from '../../lib/partners/repository/account.ts';
import { eventNames } from '../../lib/subscriptions/events.ts';

type Query = Request<typeof listChanges>['query'];

const keptNow = () => ({ now: clock.now(), kept: keptMilliseconds() });

const askedIn = ({ cursor, from, types }: Query): Asked => ({ cursor, from, types: typesIn(types) });

const handle: Handle<typeof listChanges, undefined> = async ({ store, headers, query }) => {
  const kept = keptNow();
  const asked = askedIn(query);
  const number = headers['x-business-number'];
  const accountNumber = await accounts(store).named(number);
  if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
  const feed = { partnerId: store.partnerId, accountNumber };
  const begin = placeAsked(asked, feed, kept);
  if ('refused' in begin) return refuse([begin.refused]);
  const { place } = begin;
  const isFirst = asked.cursor === undefined && asked.from === undefined;
  if (isFirst) return changesReply(feed, { changes: [], place, hasMore: false });
  const businessNumber = number === accountNumber ? undefined : number;
  const { pageSize = 100 } = query;
  return changesReply(feed, await listSince(store, accountNumber, place, { ...asked, businessNumber, pageSize }));
};

export const handler = endpoint(listChanges, handle, {
  checkQuery: (query) => wrongParameters(askedIn(query), eventNames, clock.now()),
  checkQueryLate: (query) => lateParameters(query, keptNow()),
});
