/** Whether API Gateway meters a key, and so admits it, or what prevents that. Pure. */
import type { ApiKey } from '../../lib/partners/repository/api-key.ts';
import type { MeteringKey } from '../../lib/partners/repository/metering-key.ts';

/** The parts of API Gateway's state that decide it. */
export interface GatewayView {
  /** Its keys by their values. */
  readonly keys: ReadonlyMap<string, { readonly id: string; readonly enabled: boolean }>;
  /** The usage plans of the stack by name, without those that API Gateway doesn't have. */
  readonly plans: ReadonlyMap<string, { readonly hasStage: boolean; readonly keyIds: ReadonlySet<string> }>;
}

/** The metering column of `keys list`. */
export type MeteringState =
  | 'metered'
  | 'unrecorded'
  | 'plan gone'
  | 'plan off stage'
  | 'missing'
  | 'disabled'
  | 'not in plan';

interface Meaning {
  /** Follows "its metering key ...". */
  readonly why: string;
  /** Whether API Gateway admits the key nevertheless. */
  readonly passes: boolean;
  /** How to fix it; absent if there is nothing to fix. */
  readonly remedy?: string;
}

const REPAIR = 'npm run admin -- keys repair';

export const meanings: Readonly<Record<MeteringState, Meaning>> = {
  metered: { why: 'is in its plan', passes: true },
  unrecorded: { why: 'works, but the table does not have its id', passes: true, remedy: REPAIR },
  'plan gone': {
    why: 'has no plan: the stack has no plan of that name',
    passes: false,
    remedy: 'Deploy the plan again, or move the partner: npm run admin -- plan set',
  },
  'plan off stage': {
    why: 'is in a plan that does not contain the stage',
    passes: false,
    remedy: 'Add the stage to the plan in API Gateway, or deploy again.',
  },
  missing: { why: 'is not in API Gateway', passes: false, remedy: REPAIR },
  disabled: {
    why: 'is disabled in API Gateway',
    passes: false,
    remedy: `${REPAIR} --enable, unless it was disabled to stop the partner`,
  },
  'not in plan': { why: 'is not in its plan', passes: false, remedy: REPAIR },
};

/**
 * The metering state of a usable key.
 *
 * @param record - the table's record of the partner's metering key on that plan
 */
export const meteringState = (
  { keys, plans }: GatewayView,
  { plan, meteringKey }: Pick<ApiKey, 'plan' | 'meteringKey'>,
  record: MeteringKey | undefined,
): MeteringState => {
  const there = plans.get(plan);
  if (!there) return 'plan gone';
  if (!there.hasStage) return 'plan off stage';
  const key = keys.get(meteringKey);
  if (!key) return 'missing';
  if (!key.enabled) return 'disabled';
  if (!there.keyIds.has(key.id)) return 'not in plan';
  return record?.value === meteringKey && record.apiKeyId === key.id ? 'metered' : 'unrecorded';
};
