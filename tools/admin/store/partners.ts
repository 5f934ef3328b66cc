/**
 * Operations on partners that only operators use: find, suspend and resume one, and make writes conditional on its
 * state.
 */
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { saveVersion } from '../../../lib/dynamodb/writes/save-version.ts';
import type { Action } from '../../../lib/dynamodb/writes/transactions.ts';
import { type ErasedPartner, partnerErasureItem, partnerErasureKey } from '../../../lib/partners/repository/erasure.ts';
import { type Partner, partnerFrom, partnerItem, partnerKey } from '../../../lib/partners/repository/partner.ts';
import { AdminError } from '../../io.ts';

export const findPartner = async (table: Table, partnerId: string): Promise<Partner | undefined> => {
  const item = await table.get(partnerKey(partnerId));
  return item && partnerFrom(item);
};

/** Whether an operator has started to remove it for good (docs/erasing.md). */
export const isErased = async (table: Table, partnerId: string): Promise<boolean> =>
  (await table.get(partnerErasureKey(partnerId))) !== undefined;

/** Puts a partner unless it exists or was erased. Returns whether it exists now. */
export const addPartner = async (table: Table, partner: Partner): Promise<boolean> => {
  const IF_NEW = 'attribute_not_exists(pk)';
  const refused = await table.transact([
    { Put: { Item: partnerItem(partner), ConditionExpression: IF_NEW } },
    { ConditionCheck: { Key: partnerErasureKey(partner.partnerId), ConditionExpression: IF_NEW } },
  ]);
  return !refused?.failed.has(1);
};

/**
 * Sets or ends a suspension.
 *
 * @param suspendedAt - ISO 8601, or `null` to end it
 */
export const setSuspended = async (table: Table, partnerId: string, suspendedAt: string | null): Promise<void> => {
  const saved = await saveVersion({ table, partnerId }, { key: partnerKey(partnerId), changes: { suspendedAt } });
  if (!('saved' in saved)) throw new AdminError(`Partner ${partnerId} does not exist.`, 'not found');
};

/**
 * Enters a partner in the list of erasures, unless another run has entered it, or it was resumed.
 *
 * @param suspendedAt - since when it must be suspended: if it was resumed since then, its keys may have written
 */
export const enterErased = async (
  table: Table,
  erased: ErasedPartner,
  suspendedAt: string,
): Promise<'entered' | 'by another run' | 'resumed'> => {
  const refused = await table.transact([
    { Put: { Item: partnerErasureItem(erased), ConditionExpression: 'attribute_not_exists(pk)' } },
    {
      ConditionCheck: {
        Key: partnerKey(erased.partnerId),
        ConditionExpression: 'suspendedAt = :suspendedAt',
        ExpressionAttributeValues: { ':suspendedAt': suspendedAt },
      },
    },
  ]);
  if (!refused) return 'entered';
  if (!refused.failed.has(0)) return 'resumed';
  // An earlier try without a response may have entered it.
  return refused.failed.get(0)?.erasedAt === erased.erasedAt ? 'entered' : 'by another run';
};

/**
 * A condition for the transaction that puts a key: its partner exists, and is suspended or not, as given. So no key
 * escapes a suspension.
 */
export const whilePartnerIs = (partnerId: string, { suspended }: { readonly suspended: boolean }): Action => ({
  ConditionCheck: {
    Key: partnerKey(partnerId),
    ConditionExpression: `attribute_exists(pk) AND ${suspended ? 'attribute_exists' : 'attribute_not_exists'}(suspendedAt)`,
  },
});

/** The error for an operator whose key was refused because of its partner. */
export const suspendedError = (partnerId: string): AdminError =>
  new AdminError(
    `The partner ${partnerId} is suspended or was deleted, and can get no key. npm run admin -- partner resume --partner ${partnerId}`,
    'refused',
  );
