/** `keys revoke`: revokes a key for good. */
import { AdminError, type Io } from '../io.ts';
import { type Confirmable, confirmedBefore } from './confirm.ts';
import { findKey, type KeyName } from './find-key.ts';
import { shortId } from './secrets.ts';
import { changeApiKey } from './store/api-keys.ts';
import type { Target } from './target.ts';

export const revokeKey = async (
  { table }: Target,
  io: Io,
  { confirm = confirmedBefore, ...name }: KeyName & Confirmable,
): Promise<void> => {
  const key = await findKey(table, name);
  const id = shortId(key.sha256);
  if (key.revoked) {
    io.out(`The key ${id} of partner ${key.partnerId} was already revoked.`);
    io.result?.({ id, partner: key.partnerId, wasRevoked: true });
    return;
  }
  if (!(await confirm(`revoke the key ${id} of partner ${key.partnerId} on plan ${key.plan} for good`))) return;
  if (!(await changeApiKey(table, key, { revoked: true })))
    throw new AdminError(`The key ${id} was deleted meanwhile.`);
  // Each function drops a cached key after this time, whatever the gateway has cached.
  io.out(`Revoked the key ${id} of partner ${key.partnerId}. It is refused within a minute.`);
  io.result?.({ id, partner: key.partnerId, wasRevoked: false });
};
