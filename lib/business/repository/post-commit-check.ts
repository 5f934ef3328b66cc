/**
 * Looks, once a record of an account was written, whether the account or a location that the record names was deleted
 * meanwhile: what removes dependent items may have looked before the record was there, and looks again then.
 */

import { showAgain } from '../../dynamodb/stream/tombstones.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { tombstoneKey } from './tombstone.ts';

interface Written {
  /** Locations that it had not before. */
  readonly added: readonly number[];
  readonly isNew: boolean;
}

/** One call for a hundred locations; one more for each that is gone. */
export const postCommitCheck = async (
  { table, partnerId }: PartnerStore,
  { accountNumber }: { readonly accountNumber: number },
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
