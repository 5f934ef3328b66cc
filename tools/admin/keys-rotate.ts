/** `keys rotate`: issues a new key to replace another, which keeps working for a while. */

import { untilAvailable } from '../data/retry.ts';
import { AdminError, type Io } from '../io.ts';
import { findKey, type KeyName } from './find-key.ts';
import { handOver, type IssuedKey, issuedKey, makeKey } from './keys-issue.ts';
import { keyState, shortId } from './secrets.ts';
import { succeedApiKey } from './store/api-keys.ts';
import { suspendedError } from './store/partners.ts';
import type { Target } from './target.ts';
import { shownStored, shownTime } from './values.ts';

export interface RotateOptions extends KeyName {
  /** Milliseconds for which the old key still works. */
  readonly overlap: number;
  /** How long the new key is valid; required if the old one had an expiry. */
  readonly expires?: number | 'never' | undefined;
  readonly json?: boolean | undefined;
}

export const rotateKey = async (target: Target, io: Io, options: RotateOptions): Promise<IssuedKey> => {
  const { overlap, expires, json } = options;
  const { table, isSandbox } = target;
  const old = await findKey(table, options);
  const oldId = shortId(old.sha256);
  const now = io.now();
  const state = keyState(old, now);
  if (state === 'suspended') throw suspendedError(old.partnerId);
  if (state !== 'usable')
    throw new AdminError(`The key ${oldId} is ${state}; issue a new one with \`keys issue\`.`, 'refused');
  if (old.expiresAt !== undefined && expires === undefined)
    throw new AdminError(
      `The key ${oldId} expires at ${shownStored(old.expiresAt)}. Pass --expires for the new one (90d, or never).`,
    );
  const { partnerId, plan, name, accountNumber } = old;
  const connector = old.connector ? { accountNumber } : undefined;
  // Requested again, so that a metering key that is missing in API Gateway is made again.
  const meteringKey = await target.meteringKeys(partnerId, plan);
  const { secret, key } = makeKey({ partnerId, plan, meteringKey }, { now, expires, name, isSandbox, connector });
  const ends = new Date(Math.min(now + overlap, Date.parse(old.expiresAt ?? '') || Number.POSITIVE_INFINITY));
  const older = { sha256: old.sha256, expiresAt: ends.toISOString() };
  if (!(await untilAvailable(() => succeedApiKey(table, key, older), { attempts: 5 })))
    throw new AdminError(`The key ${oldId} was revoked or rotated meanwhile: no new key was issued.`, 'refused');
  const issued = issuedKey(secret, key);
  if (json) {
    io.out(JSON.stringify({ ...issued, replaces: oldId, replacedExpiresAt: older.expiresAt }));
    return issued;
  }
  io.out(handOver(issued));
  io.log(`The key ${oldId} works until ${shownTime(ends.getTime())}.`);
  return issued;
};
