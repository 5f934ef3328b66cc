/** `keys export`: what the table knows of partners' keys, so that they outlive the stack (docs/recovery.md). */
import { partnerFrom, partnerKey } from '../../../lib/partners/repository/partner.ts';
import type { Io } from '../io.ts';
import { requireOut, writeWhole } from '../out-file.ts';
import { listKeys } from './find-key.ts';
import { keysText } from './keys-file.ts';
import type { Target } from './target.ts';

export interface KeysExportOptions {
  readonly out: string;
  /** All partners without it, which reads the whole table. */
  readonly partner?: string | undefined;
}

/** Answers how many keys it has written. Keys that were revoked or have expired are among them, so that they stay so. */
export const exportKeys = async (target: Target, io: Io, { out, partner }: KeysExportOptions): Promise<number> => {
  requireOut(out);
  const keys = await listKeys(target.table, partner);
  const ids = [...new Set(keys.map(({ partnerId }) => partnerId))].sort();
  const found = await target.table.batchGet(ids.map(partnerKey));
  const partners = found.map(partnerFrom).toSorted((a, b) => (a.partnerId < b.partnerId ? -1 : 1));
  await writeWhole([keysText({ partners, keys })], out);
  io.log(`Exported ${keys.length} keys of ${partners.length} partners to ${out}. No secret is among them.`);
  return keys.length;
};
