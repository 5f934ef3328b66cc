/** Checks the partner that an operator names. */

import type { Table } from '../../lib/dynamodb/table/table.ts';
import { partnerKey } from '../../lib/partners/repository/partner.ts';
import { AdminError } from '../io.ts';

/** @throws AdminError if there is no such partner: an empty result would look like a partner without data */
export const requirePartner = async (table: Table, partner: string): Promise<void> => {
  if (!(await table.get(partnerKey(partner)))) throw new AdminError(`Partner ${partner} does not exist.`, 'not found');
};
