/** `keys export`: what the table knows of partners' keys, so that they outlive the stack (docs/recovery.md). */
import { rename, rm, writeFile } from 'node:fs/promises';
import { partnerFrom, partnerKey } from '../../../lib/partners/repository/partner.ts';
import type { Io } from '../io.ts';
import { listKeys } from './find-key.ts';
import { keysText } from './keys-file.ts';
import type { Target } from './target.ts';

export interface KeysExportOptions {
  readonly out: string;
  /** All partners without it, which reads the whole table. */
  readonly partner?: string | undefined;
}

/** Under another name until it is whole, and for its owner alone: it says which partners there are. */
const writeWhole = async (out: string, content: string): Promise<void> => {
  const partial = `${out}.partial`;
  // What is there already would keep its mode.
  await rm(partial, { force: true });
  try {
    await writeFile(partial, content, { mode: 0o600, flag: 'wx' });
    await rename(partial, out);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
};

/** Answers how many keys it has written. Keys that were revoked or have expired are among them, so that they stay so. */
export const exportKeys = async (target: Target, io: Io, { out, partner }: KeysExportOptions): Promise<number> => {
  const keys = await listKeys(target.table, partner);
  const ids = [...new Set(keys.map(({ partnerId }) => partnerId))].sort();
  const found = await target.table.batchGet(ids.map(partnerKey));
  const partners = found.map(partnerFrom).toSorted((a, b) => (a.partnerId < b.partnerId ? -1 : 1));
  await writeWhole(out, keysText({ partners, keys }));
  io.log(`Exported ${keys.length} keys of ${partners.length} partners to ${out}. No secret is among them.`);
  return keys.length;
};
