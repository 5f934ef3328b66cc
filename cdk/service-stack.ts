/** The stack: puts the constructs together and says what the outside needs to know. Defines no resource itself. */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { PartnerApi } from './rest-api.ts';
import { ServiceTable } from './table.ts';
import { type PlanLimits, UsagePlans } from './usage-plans.ts';

interface ServiceStackProps {
  /** Also the first segment of the API's URL. */
  readonly stage: string;
  /** The directory of each function's bundle by the name of its entry. */
  readonly bundles: Record<string, string>;
  readonly usagePlans: Record<string, PlanLimits>;
}

/** The key of the output that holds the id of a usage plan: `UsagePlanTrial` for `trial`. */
export const planOutput = (plan: string): string =>
  `UsagePlan${plan.replace(/(?:^|-+)(.?)/g, (_, letter: string) => letter.toUpperCase())}`;

/** Everything that one stage of the API consists of. Bound to no account or Region. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { stage, bundles, usagePlans }: ServiceStackProps) {
    const production = stage === 'prod';
    super(scope, id, {
      description: `Partner listing API, stage ${stage}`,
      terminationProtection: production,
    });

    const table = new ServiceTable(this, 'Table', { production });
    const api = new PartnerApi(this, 'Api', { stage, production, table, bundles });
    const plans = new UsagePlans(this, 'UsagePlans', { api, plans: usagePlans });

    new CfnOutput(this, 'Url', { value: api.url, description: 'The base URL of the API' });
    new CfnOutput(this, 'TableName', {
      value: table.tableName,
      description: 'The table, for import and admin commands',
    });
    for (const [plan, planId] of plans.planIds)
      new CfnOutput(this, planOutput(plan), { value: planId, description: `The id of the usage plan ${plan}` });
  }
}
