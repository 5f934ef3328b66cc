/** The partner that an operator names. */

import type { Table } from '../../../lib/dynamodb/table.ts';
import { partnerKey } from '../../../lib/partners/repository/partner.ts';
import { AdminError } from '../io.ts';

/** @throws AdminError where there is no such partner: an empty answer would look like a partner that has nothing */
export const requirePartner = async (table: Table, partner: string): Promise<void> => {
  if (!(await table.get(partnerKey(partner)))) throw new AdminError(`There is no partner ${partner}.`);
};
