/** Keys for the calls of the authorizer that are measured. */
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { keyHash } from '../../lib/partners/repository/api-key.ts';
import { demoPartner } from '../local/demo.ts';
import { TIME, UUID } from './cost-log-lines.ts';
import { addApiKey } from './store/api-keys.ts';

/** Adds enough keys that each call of the authorizer uses one that it has not cached. */
export const addKeys = async (table: Table, count: number): Promise<string[]> => {
  const secrets = Array.from({ length: count }, (_, index) => `cost-key-that-is-one-of-many-${index}`);
  for (const secret of secrets)
    await addApiKey(table, {
      sha256: keyHash(secret),
      partnerId: demoPartner,
      plan: 'enterprise',
      meteringKey: UUID,
      issuedAt: TIME,
    });
  return secrets;
};
