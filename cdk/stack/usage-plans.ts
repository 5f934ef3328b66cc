/** The usage plans: how often, and how much in all, a partner may call. `cdk.json` holds their numbers. */
import { Period, type RestApi, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';

/** One plan as `cdk.json` has it. */
export interface PlanLimits {
  /** Requests a second, over time. */
  readonly rateLimit: number;
  /** Requests at once. */
  readonly burstLimit: number;
  readonly quota?: { readonly limit: number; readonly period: 'DAY' | 'WEEK' | 'MONTH' };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refuse = (path: string, wanted: string, value: unknown): never => {
  throw new Error(`context.usagePlans${path} must be ${wanted}, not ${JSON.stringify(value)}`);
};

/** An unknown field is refused: a misspelt `quota` would mean none. */
const readFields = (path: string, value: unknown, known: readonly string[]): Record<string, unknown> => {
  if (!isRecord(value)) return refuse(path, 'an object', value);
  const unknown = Object.keys(value).find((field) => !known.includes(field));
  return unknown === undefined ? value : refuse(`${path}.${unknown}`, `one of ${known.join(', ')}`, unknown);
};

const readNumber = (path: string, value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : refuse(path, 'a positive number', value);

const readWhole = (path: string, value: unknown): number =>
  Number.isSafeInteger(value) && (value as number) > 0
    ? (value as number)
    : refuse(path, 'a positive whole number', value);

const readPeriod = (path: string, value: unknown): 'DAY' | 'WEEK' | 'MONTH' =>
  value === 'DAY' || value === 'WEEK' || value === 'MONTH' ? value : refuse(path, 'DAY, WEEK or MONTH', value);

const readPlan = (path: string, value: unknown): PlanLimits => {
  const { rateLimit, burstLimit, quota } = readFields(path, value, ['rateLimit', 'burstLimit', 'quota']);
  const limits = {
    rateLimit: readNumber(`${path}.rateLimit`, rateLimit),
    burstLimit: readWhole(`${path}.burstLimit`, burstLimit),
  };
  if (quota === undefined) return limits;
  const { limit, period } = readFields(`${path}.quota`, quota, ['limit', 'period']);
  return {
    ...limits,
    quota: { limit: readWhole(`${path}.quota.limit`, limit), period: readPeriod(`${path}.quota.period`, period) },
  };
};

/** Checks the plans that the context holds; whoever edits `cdk.json` learns here what is wrong with them, and where. */
export const readUsagePlans = (context: unknown): Record<string, PlanLimits> => {
  if (!isRecord(context) || Object.keys(context).length === 0) return refuse('', 'an object of plans by name', context);
  return Object.fromEntries(
    Object.entries(context).map(([name, plan]) => {
      if (!/^[a-z][a-z0-9-]{0,31}$/.test(name)) refuse(`.${name}`, 'named [a-z][a-z0-9-]{0,31}', name);
      return [name, readPlan(`.${name}`, plan)];
    }),
  );
};

interface UsagePlansProps {
  readonly api: RestApi;
  readonly plans: Record<string, PlanLimits>;
}

/**
 * The plans, each attached to the API's stage. The keys in them are made at run time, one for each partner and plan:
 * CloudFormation would show the value of a key that stands in a template.
 */
export class UsagePlans extends Construct {
  /** The id that API Gateway gives each plan, by the plan's name. */
  readonly planIds: ReadonlyMap<string, string>;

  constructor(scope: Construct, id: string, { api, plans }: UsagePlansProps) {
    super(scope, id);
    this.planIds = new Map(
      Object.entries(plans).map(([name, { rateLimit, burstLimit, quota }]) => {
        const plan = new UsagePlan(this, name, {
          name: `${api.restApiName}-${name}`,
          throttle: { rateLimit, burstLimit },
          ...(quota && { quota: { limit: quota.limit, period: Period[quota.period] } }),
          apiStages: [{ stage: api.deploymentStage }],
        });
        return [name, plan.usagePlanId];
      }),
    );
  }
}
