/** What only operators do with partners: find, suspend and resume one, and hold what is written to the state it is in. */
import type { Table } from '../../../../lib/dynamodb/table.ts';
import type { Action } from '../../../../lib/dynamodb/transactions.ts';
import { saveVersion } from '../../../../lib/dynamodb/versioned.ts';
import { partnerErasureKey } from '../../../../lib/partners/repository/erasure.ts';
import { type Partner, partnerFrom, partnerItem, partnerKey } from '../../../../lib/partners/repository/partner.ts';
import { AdminError } from '../../io.ts';

export const findPartner = async (table: Table, partnerId: string): Promise<Partner | undefined> => {
  const item = await table.get(partnerKey(partnerId));
  return item && partnerFrom(item);
};

/** Whether an operator has begun to remove it for good (docs/erasing.md). */
export const isErased = async (table: Table, partnerId: string): Promise<boolean> =>
  (await table.get(partnerErasureKey(partnerId))) !== undefined;

/** Puts a partner unless it is there, or was erased. Answers whether it is there now. */
export const addPartner = async (table: Table, partner: Partner): Promise<boolean> => {
  const IF_NEW = 'attribute_not_exists(pk)';
  const refused = await table.transact([
    { Put: { Item: partnerItem(partner), ConditionExpression: IF_NEW } },
    { ConditionCheck: { Key: partnerErasureKey(partner.partnerId), ConditionExpression: IF_NEW } },
  ]);
  return !refused?.failed.has(1);
};

/** @param suspendedAt - ISO 8601, or `null` where it is suspended no more */
export const setSuspended = async (table: Table, partnerId: string, suspendedAt: string | null): Promise<void> => {
  const saved = await saveVersion({ table, partnerId }, { key: partnerKey(partnerId), changes: { suspendedAt } });
  if (!('saved' in saved)) throw new AdminError(`There is no partner ${partnerId}.`);
};

/** A check beside the put of a key: its partner is there, and as `suspended` says; so no key slips past a suspension. */
export const whilePartnerIs = (partnerId: string, { suspended }: { readonly suspended: boolean }): Action => ({
  ConditionCheck: {
    Key: partnerKey(partnerId),
    ConditionExpression: `attribute_exists(pk) AND ${suspended ? 'attribute_exists' : 'attribute_not_exists'}(suspendedAt)`,
  },
});

/** What an operator is told whose key was refused for its partner. */
export const suspendedError = (partnerId: string): AdminError =>
  new AdminError(
    `The partner ${partnerId} is suspended, or gone: it gets no key. npm run admin -- partner resume --partner ${partnerId}`,
  );
