/** Events of contacts: made, changed, deleted, active (docs/decisions.md: events). They hold numbers alone. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { EventsOf } from '../contract/event.ts';
import type { Item } from '../dynamodb/attributes.ts';
import { type Contact, mappedTo } from './repository/contact.ts';

/** More of a contact's locations are not told; all of their subscriptions are. */
const MOST_LOCATIONS = 100;

const contactIn = (item: Item | undefined): Contact | undefined => {
  if (item === undefined) return undefined;
  const { contact } = item as { readonly contact?: Contact };
  if (typeof contact?.id !== 'number') throw new TypeError('a contact has no id');
  return contact;
};

interface CheckIn {
  readonly at: string;
  readonly businessNumber: number;
}

/** A check-in that came with this change. A contact that a data file brings has had its own before. */
const checkInOf = (before: Contact | undefined, after: Contact | undefined): CheckIn | undefined => {
  const now = after?.lastCheckIn as CheckIn | undefined;
  if (!now) return undefined;
  const isNew = before ? (before.lastCheckIn as CheckIn | undefined)?.at !== now.at : after?.createdAt === now.at;
  return isNew ? now : undefined;
};

/** That something happened with a contact, elsewhere than at itself, is no change of it. */
const withoutActivity = (contact: Contact): object => ({ ...contact, lastActivityAt: undefined });
const isSame = (before: Contact, after: Contact): boolean =>
  isDeepStrictEqual(withoutActivity(before), withoutActivity(after));

const typesOf = (before: Contact | undefined, after: Contact | undefined): readonly string[] => {
  if (!after) return ['CONTACT_DELETED'];
  if (!before) return ['CONTACT_CREATED'];
  // What a check-in changes beside it is told by it.
  return checkInOf(before, after) || isSame(before, after) ? [] : ['CONTACT_UPDATED'];
};

export const contactEvents: EventsOf = ({ oldImage, newImage }) => {
  const item = newImage ?? oldImage;
  if (item?.type !== 'contact') return [];
  const [before, after] = [contactIn(oldImage), contactIn(newImage)];
  const { id } = (after ?? before)!;
  const mapped = [after, before].map((each) => (each && mappedTo(each)) ?? []);
  const accountNumber = Number(item.accountNumber);
  const subject = { partnerId: String(item.partnerId), accountNumber };
  const told = (after ? mapped[0] : mapped[1])!.slice(0, MOST_LOCATIONS);
  const checkIn = checkInOf(before, after);
  return [
    ...typesOf(before, after).map((type) => ({
      ...subject,
      type,
      businessIds: [...new Set(mapped.flat())],
      data: { customerId: id, accountNumber, businessIds: told },
    })),
    ...(checkIn
      ? [
          {
            ...subject,
            type: 'CONTACT_ACTIVITY_UPDATE',
            businessIds: [checkIn.businessNumber],
            data: { customerId: id, accountNumber, businessIds: [checkIn.businessNumber], type: 'checkin' },
          },
        ]
      : []),
  ];
};
