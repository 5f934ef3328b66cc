/** Finds the key that an operator names by the first digits of its hash. */
import { apiKeyFrom, type StoredApiKey } from '../../lib/partners/repository/api-key.ts';
import { bulkTable } from '../data/bulk-table.ts';
import { scanItems } from '../data/commands/scan.ts';
import { AdminError } from '../io.ts';
import type { OpenTable } from '../open-table.ts';
import { requirePartner } from './find-partner.ts';
import { apiKeysOfPartner } from './store/api-keys.ts';

export interface KeyName {
  /** 12 digits of the hash, or more. */
  readonly key: string;
  /** The key's partner; without it the complete table is read. */
  readonly partner?: string | undefined;
}

const everyKey = async (table: OpenTable, prefix: string): Promise<StoredApiKey[]> => {
  const found: StoredApiKey[] = [];
  // In segments.
  for await (const item of scanItems(await bulkTable(table, { batches: false }), 'apiKey')) {
    const key = apiKeyFrom(item);
    if (key.sha256.startsWith(prefix)) found.push(key);
  }
  return found;
};

/**
 * All keys, or those of one partner, oldest first.
 *
 * @throws AdminError if there is no such partner
 */
export const listKeys = async (table: OpenTable, partner?: string): Promise<StoredApiKey[]> => {
  if (partner !== undefined) await requirePartner(table, partner);
  const found = partner === undefined ? await everyKey(table, '') : await apiKeysOfPartner(table, partner);
  const order = ({ partnerId, issuedAt = '', sha256 }: StoredApiKey) => `${partnerId} ${issuedAt} ${sha256}`;
  return found.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
};

/**
 * Finds one key.
 *
 * @throws AdminError if there is no such partner, or if no key, or more than one, has that id
 */
export const findKey = async (table: OpenTable, { key, partner }: KeyName): Promise<StoredApiKey> => {
  if (partner !== undefined) await requirePartner(table, partner);
  const found = partner === undefined ? await everyKey(table, key) : await apiKeysOfPartner(table, partner, key);
  const [first, second] = found;
  if (second) throw new AdminError(`${found.length} keys begin with ${key}: give more digits of the hash.`);
  if (first) return first;
  const whose = partner === undefined ? '' : ` of partner ${partner}`;
  throw new AdminError(`There is no key ${key}${whose}. \`keys list\` shows all keys.`, 'not found');
};
