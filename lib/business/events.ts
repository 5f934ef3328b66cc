/** Events of accounts and locations: made, changed, switched, deleted (docs/decisions.md: events). Pure. */

import { changedPaths } from '../contract/changed-paths.ts';
import type { EventsOf, ModuleEvent } from '../dynamodb/stream/change.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { accountFrom } from '../partners/repository/account.ts';
import { recordReply } from './record-reply.ts';
import { businessFrom } from './repository/business.ts';
import { DEFAULT_TYPES, type Named } from './repository/directory.ts';

const MOST_PATHS = 100;

/** Paths that have their own event, or that every write changes. */
const APART = new Set(['status', 'updatedAt']);
/** What a record has and get business does not answer. */
const UNSHOWN = ['hierarchy', 'mapsCategoryId', 'bid', 'listingFixed', 'createdBy'] as const;

const namedFrom = (item: Item): Named =>
  item.type === 'account' ? { account: accountFrom(item) } : { business: businessFrom(item) };

/**
 * The fields that an event may name as changed, as get business names them. Fields that it does not return are compared
 * as a whole.
 */
const fieldsOf = (item: Item) => ({
  ...Object.fromEntries(UNSHOWN.flatMap((name) => (item[name] === undefined ? [] : [[name, [item[name]]]]))),
  ...recordReply(namedFrom(item)),
});

type Kind = 'account' | 'business';

interface Subject {
  readonly kind: Kind;
  readonly number: number;
}

const subjectOf = (item: Item, { kind, number }: Subject): Omit<ModuleEvent, 'type'> => {
  const accountNumber = Number(item.accountNumber);
  const type = String(item.businessType ?? DEFAULT_TYPES[kind]);
  return {
    partnerId: String(item.partnerId),
    accountNumber,
    ...(kind === 'account' && typeof item.parent === 'number' && { above: item.parent }),
    businessIds: [number],
    data: { businessId: number, accountNumber, type },
  };
};

const eventsOfRecord = (oldImage: Item | undefined, newImage: Item): readonly ModuleEvent[] => {
  const kind = newImage.type as Kind;
  const number = Number(kind === 'account' ? newImage.accountNumber : newImage.businessNumber);
  const subject = subjectOf(newImage, { kind, number });
  const after = fieldsOf(newImage);
  if (!oldImage) return [{ ...subject, type: 'BUSINESS_CREATED' }];
  const before = fieldsOf(oldImage);
  const changed = changedPaths(before, after, APART).slice(0, MOST_PATHS);
  return [
    ...(before.status === after.status ? [] : [{ ...subject, type: 'BUSINESS_STATUS_CHANGED' }]),
    ...(changed.length === 0 ? [] : [{ ...subject, type: 'BUSINESS_UPDATED', data: { ...subject.data, changed } }]),
  ];
};

/** A tombstone that was only shown again is no new deletion. */
const eventsOfTombstone = (oldImage: Item | undefined, newImage: Item): readonly ModuleEvent[] => {
  if (oldImage?.p0 === newImage.p0) return [];
  const subject = { kind: newImage.kind as Kind, number: Number(newImage.number) };
  return [{ ...subjectOf(newImage, subject), type: 'BUSINESS_DELETED' }];
};

export const businessEvents: EventsOf = ({ oldImage, newImage }) => {
  if (newImage?.type === 'tombstone') return eventsOfTombstone(oldImage, newImage);
  return newImage?.type === 'account' || newImage?.type === 'business' ? eventsOfRecord(oldImage, newImage) : [];
};
