/** `keys export`: exports the partners' keys from the table, so that they outlive the stack (docs/recovery.md). */
import { partnerFrom, partnerKey } from '../../lib/partners/repository/partner.ts';
import { writeWhole } from '../data/run/line-file.ts';
import type { Io } from '../io.ts';
import { requireOut } from '../out-file.ts';
import { listKeys } from './find-key.ts';
import { keysText } from './keys-file.ts';
import type { Target } from './target.ts';

export interface KeysExportOptions {
  readonly out: string;
  /** By default all partners, which reads the complete table. */
  readonly partner?: string | undefined;
}

/** Returns how many keys it has written. Revoked and expired keys are included, so that they stay so. */
export const exportKeys = async (target: Target, io: Io, { out, partner }: KeysExportOptions): Promise<number> => {
  requireOut(out);
  const keys = await listKeys(target.table, partner);
  const ids = [...new Set(keys.map(({ partnerId }) => partnerId))].sort();
  const found = await target.table.batchGet(ids.map(partnerKey));
  const partners = found.map(partnerFrom).toSorted((a, b) => (a.partnerId < b.partnerId ? -1 : 1));
  writeWhole(keysText({ partners, keys }), out);
  io.log(`Exported ${keys.length} keys of ${partners.length} partners to ${out}. The file contains no secrets.`);
  io.result?.({ out, keys: keys.length, partners: partners.length });
  return keys.length;
};
