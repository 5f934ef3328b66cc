/** How the body of a patch is read and checked: the same for a request and for a row of a bulk update. */
import type { Normalized } from '../contract/coercion.ts';
import { clock } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { type PatchContext, type PreparedPatch, patchViolations, preparePatch, readForPatch } from './patch.ts';

interface Asked {
  readonly store: PartnerStore;
  readonly path: { readonly businessId: number };
}

/** @param within - an account: what is none of its locations counts as absent */
export const patchBody = (within?: number) => ({
  unchanged: ({ store, path }: Asked, normalized: Normalized) =>
    readForPatch(store, path.businessId, normalized, within),
  dropsAlways: true as const,
  prepare: (normalized: Normalized, unchanged: { readonly known: PatchContext } | undefined) => {
    const prepared = preparePatch(normalized, unchanged?.known, clock.now());
    return { prepared, violations: prepared.violations, late: 'update' in prepared ? prepared.update.late : [] };
  },
  checkStored: ({ store, path, prepared }: Asked & { readonly prepared: PreparedPatch }) =>
    patchViolations(store, path.businessId, prepared),
});
