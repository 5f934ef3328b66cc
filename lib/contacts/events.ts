/** Events of contacts: made, changed, deleted, active (docs/decisions.md: events). They hold numbers alone. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { REQUEST, requestFrom } from '../campaigns/repository/request.ts';
import type { EventsOf } from '../dynamodb/stream/change.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { type Contact, mappedTo } from './repository/contact.ts';

/** The maximum number of a contact's locations in the payload; the subscriptions of all of them are notified. */
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

/** The check-in that was made with this change. An imported contact has had its check-in before. */
const checkInOf = (before: Contact | undefined, after: Contact | undefined): CheckIn | undefined => {
  const now = after?.lastCheckIn as CheckIn | undefined;
  if (!now) return undefined;
  const isNew = before ? (before.lastCheckIn as CheckIn | undefined)?.at !== now.at : after?.createdAt === now.at;
  return isNew ? now : undefined;
};

/** An activity elsewhere is no change of the contact. */
const withoutActivity = (contact: Contact): object => ({ ...contact, lastActivityAt: undefined });
const isSame = (before: Contact, after: Contact): boolean =>
  isDeepStrictEqual(withoutActivity(before), withoutActivity(after));

/** Whether a contact is mapped to a location that it was not mapped to before. */
const hasNewMapping = (before: Contact, after: Contact): boolean => {
  const known = new Set(mappedTo(before));
  return (mappedTo(after) ?? []).some((number) => !known.has(number));
};

interface ContactChange {
  readonly type: string;
  /** What changed, where it is named. */
  readonly changed?: readonly string[];
}

const changesOf = (before: Contact | undefined, after: Contact | undefined): readonly ContactChange[] => {
  if (!after) return [{ type: 'CONTACT_DELETED' }];
  if (!before) return [{ type: 'CONTACT_CREATED' }];
  // The event of a check-in says what else it changes.
  if (checkInOf(before, after))
    return hasNewMapping(before, after) ? [{ type: 'CONTACT_UPDATED', changed: ['mappings'] }] : [];
  return isSame(before, after) ? [] : [{ type: 'CONTACT_UPDATED' }];
};

export const contactEvents: EventsOf = ({ oldImage, newImage }) => {
  const item = newImage ?? oldImage;
  if (item?.type !== 'contact') return [];
  const [before, after] = [contactIn(oldImage), contactIn(newImage)];
  const { id } = (after ?? before)!;
  const mapped = [after, before].map((each) => (each && mappedTo(each)) ?? []);
  const accountNumber = Number(item.accountNumber);
  const subject = { partnerId: String(item.partnerId), accountNumber };
  const notifiedLocations = (after ? mapped[0] : mapped[1])!.slice(0, MOST_LOCATIONS);
  const checkIn = checkInOf(before, after);
  return [
    ...changesOf(before, after).map(({ type, ...changed }) => ({
      ...subject,
      type,
      businessIds: [...new Set(mapped.flat())],
      data: { customerId: id, accountNumber, businessIds: notifiedLocations, ...changed },
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

/** A contact was asked for a review or for answers to a survey: a new request shows it. */
export const requestedEvents: EventsOf = ({ oldImage, newImage }) => {
  if (oldImage || newImage?.type !== REQUEST) return [];
  const { contactId: customerId, accountNumber, businessNumber } = requestFrom(newImage as Item);
  return [
    {
      type: 'CONTACT_ACTIVITY_UPDATE',
      partnerId: String(newImage.partnerId),
      accountNumber,
      businessIds: [businessNumber],
      data: { customerId, accountNumber, businessIds: [businessNumber], type: 'requested' },
    },
  ];
};
