/**
 * Looks, once a question was written, whether its account or a location of it was deleted meanwhile: what removes their
 * parts may have looked before the question was there, and is sent to look again.
 */
import { tombstoneKey } from '../business/repository/tombstone.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { keyOf } from '../dynamodb/parts.ts';
import type { QuestionOwner } from './repository/question.ts';

interface Written {
  /** Locations that it had not before. */
  readonly added: readonly number[];
  readonly isNew: boolean;
}

/** One call for a hundred locations; one more for each that is gone. */
export const lookAfter = async (
  { table, partnerId }: PartnerStore,
  { accountNumber }: QuestionOwner,
  { added, isNew }: Written,
): Promise<void> => {
  const keys = [
    ...(isNew ? [tombstoneKey(partnerId, 'account', accountNumber)] : []),
    ...added.map((number) => tombstoneKey(partnerId, 'business', number)),
  ];
  for (const tombstone of keys.length > 0 ? await table.batchGet(keys) : []) {
    // The stream shows it again (functions/events). Where the record is back by now, nothing is to be removed. It goes on
    // naming who deleted.
    await table.within({ writer: undefined }).update({
      Key: keyOf(tombstone),
      UpdateExpression: 'SET rounds = if_not_exists(rounds, :zero) + :one',
      ConditionExpression: 'p0 = :mark',
      ExpressionAttributeValues: { ':zero': 0, ':one': 1, ':mark': tombstone.p0 },
    });
  }
};
