/** How items that follow from a contact are erased with it. */
import type { ContactName, EraseFrom } from '../../dynamodb/table/erasure.ts';
import { keyOf } from '../../dynamodb/writes/dependent-items.ts';

/** Items that name one contact, in `contactId`, are deleted. @param what - how the command counts them */
export const erasedWithContact =
  (what: string): EraseFrom<ContactName> =>
  (item, { partnerId, accountNumber, contactId }) =>
    item.partnerId === partnerId && item.accountNumber === accountNumber && item.contactId === contactId
      ? { what, actions: [{ Delete: { Key: keyOf(item) } }] }
      : undefined;
