/**
 * Looks, once a question was written, whether its account or a location of it was deleted meanwhile: what removes their
 * parts may have looked before the question was there, and is sent to look again.
 */
import { tombstoneKey } from '../business/repository/tombstone.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { showAgain } from '../dynamodb/tombstones.ts';
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
    await showAgain(table, tombstone);
  }
};
