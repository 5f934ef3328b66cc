/** The usage plans: the rate limit and the quota of a partner. `cdk.json` holds their numbers. */
import { Stack } from 'aws-cdk-lib';
import { Period, type RestApi, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import { CfnRolePolicy } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { PlanLimits } from '../../lib/usage/plans.ts';
import { checked } from './context-check.ts';
import { allow } from './event-policies.ts';

const integer = {
  type: 'integer',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  'x-wanted': 'a positive whole number',
} as const;

/** An unknown field is refused: a misspelled `quota` would mean no quota. */
const plan = {
  type: 'object',
  'x-wanted': 'an object',
  required: ['rateLimit', 'burstLimit'],
  additionalProperties: false,
  properties: {
    rateLimit: { type: 'number', exclusiveMinimum: 0, 'x-wanted': 'a positive number' },
    burstLimit: integer,
    quota: {
      type: 'object',
      'x-wanted': 'an object',
      required: ['limit', 'period'],
      additionalProperties: false,
      properties: {
        limit: integer,
        period: { enum: ['DAY', 'WEEK', 'MONTH'], 'x-wanted': 'DAY, WEEK or MONTH' },
      },
    },
    bulk: {
      type: 'object',
      'x-wanted': 'an object',
      required: ['jobRows', 'dayRows'],
      additionalProperties: false,
      // A job has at most 100 slices of 100 rows.
      properties: { jobRows: { ...integer, maximum: 10_000 }, dayRows: integer },
    },
  },
} as const;

const plans = {
  type: 'object',
  'x-wanted': 'an object of plans by name',
  minProperties: 1,
  propertyNames: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,31}$', 'x-wanted': 'named [a-z][a-z0-9-]{0,31}' },
  additionalProperties: plan,
} as const;

/**
 * Reads and checks the plans of the context.
 *
 * @throws Error that says which value of `cdk.json` is wrong, and what is expected
 */
export const readUsagePlans = (context: unknown): Record<string, PlanLimits> => checked('usagePlans', plans, context);

interface UsagePlansProps {
  readonly api: RestApi;
  readonly plans: Record<string, PlanLimits>;
}

/**
 * The plans, each attached to the API's stage. Their keys are made at run time, one for each partner and plan: a key in
 * a template would have its value shown by CloudFormation.
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

  /**
   * Allows a role to read the use of these plans' keys, and nothing else of API Gateway. The policy is a separate
   * resource: the API depends on the role of a function and the plans depend on the API, so the ids of plans in the
   * role would be a circular dependency.
   */
  allowUsage(roleName: string): void {
    const { partition, region } = Stack.of(this);
    const usages = [...this.planIds.values()].map(
      (id) => `arn:${partition}:apigateway:${region}::/usageplans/${id}/usage`,
    );
    new CfnRolePolicy(this, 'Usage', {
      roleName,
      policyName: 'usage',
      policyDocument: allow(...usages.map((usage) => [['apigateway:GET'], usage] as const)),
    });
  }
}
