/** The usage plans: how often, and how much in all, a partner may call. `cdk.json` holds their numbers. */
import { Stack } from 'aws-cdk-lib';
import { Period, type RestApi, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import { CfnRolePolicy } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { PlanLimits } from '../../lib/usage/plans.ts';
import { checked } from './context-check.ts';
import { allow } from './event-policies.ts';

const wholeNumber = {
  type: 'integer',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  'x-wanted': 'a positive whole number',
} as const;

/** An unknown field is refused: a misspelt `quota` would mean none. */
const plan = {
  type: 'object',
  'x-wanted': 'an object',
  required: ['rateLimit', 'burstLimit'],
  additionalProperties: false,
  properties: {
    rateLimit: { type: 'number', exclusiveMinimum: 0, 'x-wanted': 'a positive number' },
    burstLimit: wholeNumber,
    quota: {
      type: 'object',
      'x-wanted': 'an object',
      required: ['limit', 'period'],
      additionalProperties: false,
      properties: {
        limit: wholeNumber,
        period: { enum: ['DAY', 'WEEK', 'MONTH'], 'x-wanted': 'DAY, WEEK or MONTH' },
      },
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

/** Checks the plans that the context holds; whoever edits `cdk.json` learns here what is wrong with them, and where. */
export const readUsagePlans = (context: unknown): Record<string, PlanLimits> => checked('usagePlans', plans, context);

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

  /**
   * Lets a role ask how often the keys of these plans were used, and nothing else of API Gateway. It is a resource of its own:
   * the API waits for the role of a function and the plans for the API, so that ids of plans in the role would close a circle.
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
