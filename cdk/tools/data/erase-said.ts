/** What a contact who is erased has said: records that stay for what they count, without who said it. */

import type { Item } from '../../../lib/dynamodb/attributes.ts';
import { isRefused, StoreUnavailable } from '../../../lib/dynamodb/outcomes.ts';
import { keyOf, updateAction } from '../../../lib/dynamodb/parts.ts';
import type { Action } from '../../../lib/dynamodb/transactions.ts';
import { erasedReview, REVIEW } from '../../../lib/reviews/repository/review.ts';
import { derivedActions } from '../../../lib/surveys/repository/change.ts';
import { erasedResponse, RESPONSE, responseChanges, responseFrom } from '../../../lib/surveys/repository/response.ts';
import type { OpenTable } from '../open-table.ts';

const ATTEMPTS = 10;

interface Person {
  readonly partnerId: string;
  readonly accountNumber: number;
  readonly contactId: number;
}

const isOf =
  (type: string) =>
  (item: Item, { partnerId, accountNumber, contactId }: Person): boolean =>
    item.type === type &&
    item.partnerId === partnerId &&
    item.accountNumber === accountNumber &&
    item.customerId === contactId;

/** Whether a review, or a response to a survey, is of this person. */
export const isReviewOf = isOf(REVIEW);
export const isResponseOf = isOf(RESPONSE);

/** Clears an item on the version that was read, and what is read of it again as long as others change it. */
const clearing =
  (isTheirs: ReturnType<typeof isOf>, actionsOn: (item: Item) => readonly Action[]) =>
  async (table: OpenTable, listed: Item, person: Person): Promise<void> => {
    let item: Item | undefined = listed;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (!item || !isTheirs(item, person)) return;
      if (!isRefused(await table.transact(actionsOn(item)))) return;
      item = await table.get(keyOf(item));
    }
    throw new StoreUnavailable(`the ${String(listed.type)} is written by others all the time`);
  };

/** Clears who wrote a review and what they wrote; rating, date and source stay, and so do counts. */
export const clearReview = clearing(isReviewOf, (item) => [updateAction(item, erasedReview, { quiet: true })]);

/** Clears who responded and what they said in their own words or of themselves; scores stay, and so do counts. */
export const clearResponse = clearing(isResponseOf, (item) => {
  const owner = { partnerId: String(item.partnerId), accountNumber: Number(item.accountNumber) };
  const after = erasedResponse(responseFrom(item));
  return [updateAction(item, responseChanges(after), { quiet: true }), ...derivedActions(owner, item, after)];
});
