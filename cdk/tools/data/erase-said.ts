/** What a contact who is erased has said: records that stay for what they count, without who said it. */

import type { Item } from '../../../lib/dynamodb/attributes.ts';
import { isRefused, StoreUnavailable } from '../../../lib/dynamodb/outcomes.ts';
import { keyOf, updateAction } from '../../../lib/dynamodb/parts.ts';
import { erasedReview, REVIEW } from '../../../lib/reviews/repository/review.ts';
import type { OpenTable } from '../open-table.ts';

const ATTEMPTS = 10;

interface Person {
  readonly partnerId: string;
  readonly accountNumber: number;
  readonly contactId: number;
}

/** Whether a review is of this person. */
export const isReviewOf = (item: Item, { partnerId, accountNumber, contactId }: Person): boolean =>
  item.type === REVIEW &&
  item.partnerId === partnerId &&
  item.accountNumber === accountNumber &&
  item.customerId === contactId;

/** Clears who wrote a review and what they wrote; rating, date and source stay, and so do counts. */
export const clearReview = async (table: OpenTable, listed: Item, person: Person): Promise<void> => {
  let item: Item | undefined = listed;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (!item || !isReviewOf(item, person)) return;
    if (!isRefused(await table.transact([updateAction(item, erasedReview, { quiet: true })]))) return;
    item = await table.get(keyOf(item));
  }
  throw new StoreUnavailable('the review is written by others all the time');
};
