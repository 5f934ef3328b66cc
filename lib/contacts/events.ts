/** Events of contacts: made, changed, deleted (docs/decisions.md: events). They hold numbers alone. Pure. */
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

const typeOf = (before: Contact | undefined, after: Contact | undefined): string | undefined => {
  if (!after) return 'CONTACT_DELETED';
  if (!before) return 'CONTACT_CREATED';
  return isDeepStrictEqual(before, after) ? undefined : 'CONTACT_UPDATED';
};

export const contactEvents: EventsOf = ({ oldImage, newImage }) => {
  const item = newImage ?? oldImage;
  if (item?.type !== 'contact') return [];
  const [before, after] = [contactIn(oldImage), contactIn(newImage)];
  const type = typeOf(before, after);
  if (!type) return [];
  const { id } = (after ?? before)!;
  const mapped = [after, before].map((each) => (each && mappedTo(each)) ?? []);
  const accountNumber = Number(item.accountNumber);
  const told = (after ? mapped[0] : mapped[1])!.slice(0, MOST_LOCATIONS);
  return [
    {
      type,
      partnerId: String(item.partnerId),
      accountNumber,
      businessIds: [...new Set(mapped.flat())],
      data: { customerId: id, accountNumber, businessIds: told },
    },
  ];
};
