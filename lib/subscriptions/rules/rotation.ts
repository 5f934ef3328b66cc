/** Which secrets sign after a rotation. Pure. */
import type { Secret } from '../repository/secrets.ts';

/**
 * The new secret, and next to it the newest of those before, for as long as it is to sign too.
 *
 * @param now - epoch milliseconds
 * @param overlap - milliseconds
 */
export const rotated = (before: readonly Secret[], value: string, now: number, overlap: number): readonly Secret[] => {
  const [newest] = before;
  return newest && overlap > 0 ? [{ value }, { value: newest.value, until: now + overlap }] : [{ value }];
};
