/** Events of accounts and locations: made, changed, switched, deleted (docs/decisions.md: events). Pure. */
import type { EventsOf, ModuleEvent } from '../contract/event.ts';
import type { Item } from '../dynamodb/attributes.ts';
import { accountFrom } from '../partners/repository/account.ts';
import { recordReply } from './record-reply.ts';
import { businessFrom } from './repository/business.ts';
import { DEFAULT_TYPES, type Named } from './repository/directory.ts';
import { changedPaths } from './rules/changed-paths.ts';

const MOST_PATHS = 100;

/** Told by an event of its own, or changed by every write. */
const APART = new Set(['status', 'updatedAt']);
/** What a record has and get business does not answer. */
const UNSHOWN = ['hierarchy', 'mapsCategoryId', 'bid', 'listingFixed', 'createdBy'] as const;

const namedFrom = (item: Item): Named =>
  item.type === 'account' ? { account: accountFrom(item) } : { business: businessFrom(item) };

/** All that may be told to have changed, as get business names it. What it does not answer is told of as a whole: in a list. */
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

/** A tombstone that was only shown again tells of no other deletion. */
const eventsOfTombstone = (oldImage: Item | undefined, newImage: Item): readonly ModuleEvent[] => {
  if (oldImage?.p0 === newImage.p0) return [];
  const subject = { kind: newImage.kind as Kind, number: Number(newImage.number) };
  return [{ ...subjectOf(newImage, subject), type: 'BUSINESS_DELETED' }];
};

export const businessEvents: EventsOf = ({ oldImage, newImage }) => {
  if (newImage?.type === 'tombstone') return eventsOfTombstone(oldImage, newImage);
  return newImage?.type === 'account' || newImage?.type === 'business' ? eventsOfRecord(oldImage, newImage) : [];
};
