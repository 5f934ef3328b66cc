/** Media that a profile names. */
import { businessKey } from '../../business/repository/business.ts';
import { invalid } from '../../contract/errors.ts';
import type { Changes } from '../../contract/fields.ts';
import type { Violation } from '../../contract/violations.ts';
import type { PartnerStore } from '../../dynamodb/partner-store.ts';
import { mediumKey } from './medium.ts';

const NAMED = /^media:(med_[0-9a-f]{24})$/;

/**
 * A 400 for each field that names a medium that the location has not, or has not fetched. Of a location that is not there
 * nothing is said. No calls where no medium is named, else one for each and one for the location.
 *
 * @param changes - by path
 */
export const unfitMedia = async (
  { table, partnerId, claim }: PartnerStore,
  businessNumber: number,
  changes: Changes,
): Promise<readonly Violation[]> => {
  const named = Object.entries(changes).flatMap(([path, value]) => {
    const mediaId = typeof value === 'string' ? NAMED.exec(value)?.[1] : undefined;
    return mediaId === undefined ? [] : [{ path, mediaId }];
  });
  // What was executed is not judged again.
  if (named.length === 0 || claim?.executed) return [];
  const [business, ...media] = await Promise.all([
    table.get(businessKey(partnerId, businessNumber)),
    ...named.map(({ mediaId }) => table.get(mediumKey({ partnerId, businessNumber, kind: 'media', mediaId }))),
  ]);
  if (!business) return [];
  return named
    .filter((_, index) => media[index]?.status !== 'DONE')
    .map(({ path }) => ({ path, error: invalid(path, 'must name a medium of the location that is DONE') }));
};
