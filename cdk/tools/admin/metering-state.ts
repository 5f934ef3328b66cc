/** Whether API Gateway would meter a key, and so let it pass: what stands in the way, in words. Pure. */
import type { ApiKey } from '../../../lib/partners/repository/api-key.ts';
import type { MeteringKey } from '../../../lib/partners/repository/metering-key.ts';

/** As much of API Gateway as decides it. */
export interface GatewayView {
  /** Its keys by their values. */
  readonly keys: ReadonlyMap<string, { readonly id: string; readonly enabled: boolean }>;
  /** The usage plans of the stack by their names; without one that the stack names and API Gateway does not know. */
  readonly plans: ReadonlyMap<string, { readonly hasStage: boolean; readonly keyIds: ReadonlySet<string> }>;
}

/** What `keys list` shows of a key beside its own state. */
export type MeteringState =
  | 'metered'
  | 'unrecorded'
  | 'plan gone'
  | 'plan off stage'
  | 'missing'
  | 'disabled'
  | 'not in plan';

interface Meaning {
  /** Behind "its metering key ...". */
  readonly why: string;
  /** Whether API Gateway lets a key pass nevertheless. */
  readonly passes: boolean;
  /** What mends it; absent where nothing has to be. */
  readonly remedy?: string;
}

const REPAIR = 'npm run admin -- keys repair';

export const meanings: Readonly<Record<MeteringState, Meaning>> = {
  metered: { why: 'is in its plan', passes: true },
  unrecorded: { why: 'works, and the table does not know its id', passes: true, remedy: REPAIR },
  'plan gone': {
    why: 'has no plan: the stack has none of that name',
    passes: false,
    remedy: 'Deploy the plan again, or move the partner: npm run admin -- plan set',
  },
  'plan off stage': {
    why: 'is in a plan that does not hold the stage',
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
 * Judges a usable key.
 *
 * @param record - what the table has of the partner's metering key on that plan
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
