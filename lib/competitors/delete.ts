/** Deletes a competitor of an account: a location, or a brand without locations. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { until } from '../dynamodb/writes/until.ts';
import { competitorHasLocations } from './contracts/delete-competitor.ts';
import { BRAND, brandFrom } from './repository/competitor.ts';
import { competitors } from './repository/competitors.ts';

type Outcome = 'done' | { readonly refused: ErrorEntry };

/** Each other attempt means that another request has written a competitor of the account. */
const ATTEMPTS = { attempts: 20, mostDoublings: 5 } as const;

interface Command {
  /** Names the account. */
  readonly businessId: number;
  /** Of a brand or of a competitor location. */
  readonly competitorId: number;
  readonly validateOnly: boolean;
}

/** @throws StoreUnavailable if other requests interfered each time, or if it is unknown whether the write landed */
export const deleteCompetitorIn = async (
  store: PartnerStore,
  { businessId, competitorId, validateOnly }: Command,
): Promise<Outcome> => {
  if (store.idempotency?.executed) return 'done';
  const { placeOf, find, counts, remove } = competitors(store);
  return until<Outcome>(ATTEMPTS, async () => {
    const place = await placeOf(businessId);
    const item = place && (await find(place, competitorId));
    if (!place || !item) return { refused: errors.businessInvalid };
    if (item.type === BRAND && brandFrom(item).locations > 0) return { refused: competitorHasLocations };
    if (validateOnly) return 'done';
    const written = await remove(item, await counts(place));
    if (!('refused' in written)) return 'done';
    return written.refused === 'absent' ? { refused: errors.businessInvalid } : 'changed';
  });
};
