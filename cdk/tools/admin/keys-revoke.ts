/** `keys revoke`: takes a key back for good. */
import { AdminError, type Io } from '../io.ts';
import { findKey, type KeyName } from './find-key.ts';
import { shortId } from './secrets.ts';
import { changeApiKey } from './store/api-keys.ts';
import type { Target } from './target.ts';

export const revokeKey = async ({ table }: Target, io: Io, name: KeyName): Promise<void> => {
  const key = await findKey(table, name);
  const id = shortId(key.sha256);
  if (key.revoked) {
    io.out(`The key ${id} of partner ${key.partnerId} was revoked before.`);
    return;
  }
  if (!(await changeApiKey(table, key, { revoked: true }))) throw new AdminError(`The key ${id} has gone meanwhile.`);
  // Each function forgets what it knew of a key after this time, whatever the gateway remembers.
  io.out(`Revoked the key ${id} of partner ${key.partnerId}. It is refused within a minute.`);
};
