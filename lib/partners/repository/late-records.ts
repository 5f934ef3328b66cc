/**
 * Late records of the stream, of partners that were removed for good. `partner offboard` waits for what the stream makes
 * of its removals, and removes that too, but not for a stream that is late (docs/erasing.md: partners).
 */
import { clock } from '../../dynamodb/client/clock.ts';
import type { StreamRecord } from '../../dynamodb/stream/records.ts';
import { partnerErasureKey } from './erasure.ts';

/** Milliseconds after a commit. Half of what `partner offboard` waits. */
const ON_TIME = 5000;

/**
 * Returns a function, for one invocation, that says of a record whether it is late and its partner was removed for good,
 * so that nothing may be made of it any more. It reads each partner with a late record once.
 *
 * @throws StoreUnavailable
 */
export const lateOfErased = (): ((record: StreamRecord) => Promise<boolean>) => {
  const known = new Map<string, Promise<boolean>>();
  return async ({ newImage, oldImage, at, table }) => {
    if (clock.now() - at < ON_TIME) return false;
    const partnerId = String((newImage ?? oldImage)?.partnerId);
    const erased =
      known.get(partnerId) ?? table.batchGet([partnerErasureKey(partnerId)]).then(({ length }) => length > 0);
    known.set(partnerId, erased);
    return erased;
  };
};
