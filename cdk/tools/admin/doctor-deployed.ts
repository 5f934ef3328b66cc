/** What a deployed stage needs: credentials, stack, table, usage plans, and an API that answers. */
import { APIGatewayClient, GetUsagePlanCommand } from '@aws-sdk/client-api-gateway';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { openTable } from '../open-table.ts';
import type { Check } from './doctor-check.ts';
import { requestCheck } from './doctor-request.ts';
import { backupCheck, tableChecks, timeToLiveCheck } from './doctor-table.ts';
import { explain } from './explain.ts';
import { planNames } from './local-target.ts';
import { type DeployedStack, describeStack } from './stack-outputs.ts';
import { deployedPlans, type TargetOptions } from './target.ts';

const DEPLOY = 'Deploy again: npx cdk deploy.';

const credentials: Check = {
  name: 'credentials',
  async run() {
    const client = new STSClient({});
    try {
      const { Account, Arn } = await client.send(new GetCallerIdentityCommand({}));
      return { found: `account ${Account} in ${await client.config.region()}, as ${Arn}` };
    } finally {
      client.destroy();
    }
  },
};

const stackCheck = (name: string, { status, outputs }: DeployedStack): Check => ({
  name: 'stack',
  async run() {
    const missing = ['Url', 'TableName'].filter((output) => !outputs.has(output));
    if (missing.length > 0) return { found: `${name} has no output ${missing.join(', ')}`, remedy: DEPLOY };
    const isWhole = /^(?:CREATE|UPDATE|IMPORT|UPDATE_ROLLBACK)_COMPLETE$/.test(status);
    return {
      found: `${name} is ${status}`,
      ...(!isWhole && { remedy: 'See the events of the stack in CloudFormation, then deploy again.' }),
    };
  },
});

const planCheck = (plan: string, id: string | undefined, stage: string): Check => ({
  name: `usage plan ${plan}`,
  async run() {
    if (!id) return { found: 'cdk.json has it, the stack has not', remedy: DEPLOY };
    const client = new APIGatewayClient({});
    try {
      const { apiStages = [], throttle } = await client.send(new GetUsagePlanCommand({ usagePlanId: id }));
      const isOnStage = apiStages.some((each) => each.stage === stage);
      if (!isOnStage)
        return {
          found: `${id} does not hold the stage ${stage}, so that its keys are refused`,
          remedy: 'Add the stage to the plan in API Gateway, or deploy again.',
        };
      return { found: `${id} admits ${throttle?.rateLimit ?? 'any number of'} requests a second` };
    } finally {
      client.destroy();
    }
  },
});

/** One finding in place of the checks that need the stack. */
const noStack = (error: unknown): Check => ({
  name: 'stack',
  run: async () => ({ found: 'cannot be read', remedy: explain(error) }),
});

export const deployedChecks = async function* ({
  stage,
  table: tableName,
  url,
}: TargetOptions & { readonly url?: string | undefined }): AsyncGenerator<Check> {
  yield credentials;
  let stack: DeployedStack;
  try {
    stack = await describeStack(stage);
  } catch (error) {
    yield noStack(error);
    return;
  }
  yield stackCheck(stack.name, stack);
  const name = tableName ?? stack.outputs.get('TableName');
  if (name) {
    const table = openTable({ tableName: name });
    try {
      yield* tableChecks(table, DEPLOY);
      yield timeToLiveCheck(table, DEPLOY);
      yield backupCheck(table);
    } finally {
      table.client.destroy();
    }
  }
  const planIds = await deployedPlans(stack);
  for (const plan of await planNames()) yield planCheck(plan, planIds.get(plan), stage);
  const address = url ?? stack.outputs.get('Url');
  if (address) yield requestCheck(address);
};
