/** Reads from API Gateway which partner each key of a usage plan meters. */
import type { CallOptions } from '../dynamodb/client/call.ts';
import { StoreUnavailable } from '../dynamodb/client/outcomes.ts';
import { readGateway } from './control-plane.ts';

/** Of 500 keys each, and within the time of one run. */
const MOST_PAGES = 100;

interface PlanKey {
  readonly id?: unknown;
  readonly name?: unknown;
}

/** Operators' commands name a metering key after its stack, partner and plan, none of which contains an underscore. */
const partnerIn = (name: unknown): string | undefined =>
  typeof name === 'string' ? /^[^_]+_([^_]+)_[^_]+$/.exec(name)?.[1] : undefined;

const keysIn = (body: unknown): readonly PlanKey[] => {
  const { item = [] } = (body ?? {}) as { readonly item?: PlanKey | readonly PlanKey[] };
  return Array.isArray(item) ? item : [item as PlanKey];
};

/**
 * The partner of each key of a plan, by the key's id. It reads the keys in the plan and no others of the account; one call
 * for 500 keys. Where they can't be read, it is empty: a share is reported without its partner.
 */
export const partnersOfPlan = async (planId: string, options: CallOptions): Promise<ReadonlyMap<string, string>> => {
  const partners = new Map<string, string>();
  let position = '';
  try {
    for (let page = 0; page < MOST_PAGES; page++) {
      const next = position && `&position=${encodeURIComponent(position)}`;
      position = await readGateway(
        `/usageplans/${encodeURIComponent(planId)}/keys?limit=500${next}`,
        (body) => {
          for (const { id, name } of keysIn(body)) {
            const partner = partnerIn(name);
            if (typeof id === 'string' && partner !== undefined) partners.set(id, partner);
          }
          const { position: after } = (body ?? {}) as { readonly position?: unknown };
          return typeof after === 'string' ? after : '';
        },
        options,
      );
      if (position === '') break;
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
  return partners;
};
