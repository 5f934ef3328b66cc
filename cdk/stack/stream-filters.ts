/** Which records of the table's stream each function on it is shown. Pure. */

import { isAudited } from '../../lib/dynamodb/entity.ts';
import { entities } from '../../lib/entities.ts';

/** A pattern of Lambda's filters, in the form that `FilterCriteria.filter` takes. */
export type StreamFilter = Readonly<Record<string, unknown>>;

/** What removes parts is shown that something was deleted, and what is left of a long removal. */
export const deletions: readonly StreamFilter[] = [
  {
    eventName: ['INSERT', 'MODIFY'],
    dynamodb: { NewImage: { type: { S: ['tombstone', 'contactTombstone', 'fieldTombstone'] } } },
  },
];

/** What counts are kept of, whatever becomes of it. */
const COUNTED = ['review', 'surveyResponse'];

/** What keeps counts is shown that a response or a review has come, changed or gone. */
export const counted: readonly StreamFilter[] = [
  { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: { type: { S: COUNTED } } } },
  { eventName: ['REMOVE'], dynamodb: { OldImage: { type: { S: COUNTED } } } },
];

/** What the audit shows something of (`Entity.audit`). */
const AUDITED = entities.filter(isAudited).map(({ type }) => type);

/** What the audit is made of: each change of these that is not only their expiry. */
export const audited: readonly StreamFilter[] = [
  { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: { type: { S: AUDITED } } } },
  {
    eventName: ['REMOVE'],
    dynamodb: { OldImage: { type: { S: AUDITED } } },
    // DynamoDB names itself where time to live has removed an item.
    userIdentity: { principalId: [{ exists: false }] },
  },
];

/** What was made or changed of these is told to who subscribes (lib/subscriptions/route.ts). */
const TOLD = [
  'account',
  'business',
  'listing',
  'contact',
  'aggregationLink',
  'user',
  'surveyResponse',
  'tombstone',
  'replayOrder',
];
/** Of these, that they are gone; of accounts and locations a tombstone tells it. */
const TOLD_GONE = ['contact'];

/** Media that have come are fetched, and what has gone is removed from the bucket (lib/media/messages.ts). */
const MEDIA = ['media', 'socialMedia'];

/** What makes events: no claims, deliveries, dues nor states, and nothing that only expired. */
export const events: readonly StreamFilter[] = [
  { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: { type: { S: TOLD } } } },
  { eventName: ['INSERT'], dynamodb: { NewImage: { type: { S: MEDIA } } } },
  {
    eventName: ['REMOVE'],
    dynamodb: { OldImage: { type: { S: [...TOLD_GONE, ...MEDIA] } } },
    // DynamoDB names itself where time to live has removed an item.
    userIdentity: { principalId: [{ exists: false }] },
  },
];
