/** Checks what a deployed stage needs: credentials, stack, table, usage plans, and an API that answers. */
import { APIGatewayClient, GetUsagePlanCommand } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { isUsable } from '../../lib/partners/repository/api-key.ts';
import type { MeteringKey } from '../../lib/partners/repository/metering-key.ts';
import { describeTable } from '../data/commands/second-table.ts';
import { type OpenTable, openTable } from '../open-table.ts';
import { credentialsCheck } from './credentials-check.ts';
import type { Check } from './doctor-check.ts';
import { consumerChecks, openConsumerClients } from './doctor-consumers.ts';
import { requestCheck } from './doctor-request.ts';
import { backupCheck, streamCheck, tableChecks, timeToLiveCheck } from './doctor-table.ts';
import { explain } from './explain.ts';
import { planNames } from './local-target.ts';
import { meteringState } from './metering-state.ts';
import { gatewayMetering, type Metering } from './metering-view.ts';
import { type DeployedStack, describeStack, isComplete } from './stack-outputs.ts';
import { stackParts } from './stack-parts.ts';
import { stageSettings } from './stage-settings.ts';
import { apiKeysOfPartner } from './store/api-keys.ts';
import { everyMeteringKey } from './store/metering-keys.ts';
import { deployedPlans, type TargetOptions } from './target.ts';

const DEPLOY = 'Deploy again: npx cdk deploy.';

const stackCheck = (name: string, { status, outputs }: DeployedStack): Check => ({
  name: 'stack',
  async run() {
    const missing = ['Url', 'TableName'].filter((output) => !outputs.has(output));
    if (missing.length > 0) return { found: `${name} has no output ${missing.join(', ')}`, remedy: DEPLOY };
    return {
      found: `${name} is ${status}`,
      ...(!isComplete(status) && { remedy: 'See the events of the stack in CloudFormation, then deploy again.' }),
    };
  },
});

const planCheck = (plan: string, id: string | undefined, stage: string): Check => ({
  name: `usage plan ${plan}`,
  async run() {
    if (!id) return { found: 'it is in cdk.json, but not in the stack', remedy: DEPLOY };
    const client = new APIGatewayClient({});
    try {
      const { apiStages = [], throttle } = await client.send(new GetUsagePlanCommand({ usagePlanId: id }));
      const isOnStage = apiStages.some((each) => each.stage === stage);
      if (!isOnStage)
        return {
          found: `${id} does not contain the stage ${stage}, so its keys are refused`,
          remedy: 'Add the stage to the plan in API Gateway, or deploy again.',
        };
      return { found: `${id} admits ${throttle?.rateLimit ?? 'any number of'} requests a second` };
    } finally {
      client.destroy();
    }
  },
});

/**
 * Checks that stack and table are protected against deletion, also after the next deploy. A stage that keeps no data
 * needs neither.
 */
const protectionCheck = (stage: string, { isProtected: isStackProtected }: DeployedStack, table: string): Check => ({
  name: 'protection',
  async run() {
    const { retain, isProtected } = await stageSettings({ stage });
    if (!retain) return { found: `the stage ${stage} retains nothing, and needs no protection` };
    const protect = `npm run admin -- protect --stage ${stage}`;
    const client = openTable({ tableName: table });
    const isTableProtected = (await describeTable(client).finally(() => client.client.destroy()))
      ?.DeletionProtectionEnabled;
    const said = (is: boolean | undefined) => (is ? 'is' : 'is not');
    return {
      found: `the stack ${said(isStackProtected)} protected from deletion, the table ${said(isTableProtected)}, cdk.json ${isProtected ? 'names' : 'does not name'} the stage`,
      ...(!isProtected && {
        remedy: isStackProtected
          ? `The next deploy removes the protection. Add the stage to protectedStages in cdk.json: ${protect}`
          : `After a successful deploy: ${protect}, then deploy again.`,
      }),
      ...(isProtected && !(isStackProtected && isTableProtected) && { remedy: DEPLOY }),
      isWarning: true,
    };
  },
});

const MOST_NAMED = 5;

/** Whether a usable key refers to this metering key: one of a plan that a partner has left does not matter. */
const isUsed = async (table: OpenTable, { partnerId, plan }: MeteringKey): Promise<boolean> =>
  (await apiKeysOfPartner(table, partnerId)).some((key) => key.plan === plan && isUsable(key, Date.now()));

/**
 * Compares each metering key of the table with API Gateway: a partner whose metering key is not in its plan is refused
 * as if it had no key.
 */
const meteringCheck = (table: OpenTable, metering: Metering): Check => ({
  name: 'metering keys',
  async run() {
    const view = await metering.view();
    const wrong: string[] = [];
    let count = 0;
    for await (const record of everyMeteringKey(table)) {
      count++;
      const { partnerId, plan, value } = record;
      const state = meteringState(view, { plan, meteringKey: value }, record);
      if (state !== 'metered' && (await isUsed(table, record))) wrong.push(`${partnerId} on ${plan} (${state})`);
    }
    if (wrong.length === 0) return { found: `${count}, each in its plan` };
    const rest = wrong.length > MOST_NAMED ? ` and ${wrong.length - MOST_NAMED} more` : '';
    return {
      found: `${wrong.length} of ${count} are wrong: ${wrong.slice(0, MOST_NAMED).join(', ')}${rest}`,
      remedy: 'List them with npm run admin -- keys repair --dry-run, and repair them without --dry-run.',
    };
  },
});

/** What the background functions read, and who is notified. */
const checksOfConsumers = async function* (stage: string, { name, outputs }: DeployedStack): AsyncGenerator<Check> {
  const stacks = new CloudFormationClient({});
  const clients = openConsumerClients();
  try {
    const [parts, { retain }] = await Promise.all([stackParts(stacks, name), stageSettings({ stage })]);
    yield* consumerChecks({ clients, parts, outputs, retain, deploy: DEPLOY });
  } catch (error) {
    yield unreadable('resources of the stack', error);
  } finally {
    stacks.destroy();
    for (const client of Object.values(clients)) client.destroy();
  }
};

/** One finding instead of the checks that need what can't be read. */
const unreadable = (name: string, error: unknown): Check => ({
  name,
  run: async () => ({ found: 'cannot be read', remedy: explain(error) }),
});

export const deployedChecks = async function* ({
  stage,
  table: tableName,
  url,
}: TargetOptions & { readonly url?: string | undefined }): AsyncGenerator<Check> {
  yield credentialsCheck;
  let stack: DeployedStack;
  try {
    stack = await describeStack(stage);
  } catch (error) {
    yield unreadable('stack', error);
    return;
  }
  yield stackCheck(stack.name, stack);
  const planIds = await deployedPlans(stack);
  const name = tableName ?? stack.outputs.get('TableName');
  if (name) {
    yield protectionCheck(stage, stack, name);
    const table = openTable({ tableName: name });
    try {
      yield* tableChecks(table, DEPLOY);
      yield timeToLiveCheck(table, DEPLOY);
      yield streamCheck(table, DEPLOY);
      yield backupCheck(table);
      const gateway = new APIGatewayClient({});
      try {
        yield meteringCheck(table, gatewayMetering({ gateway, stackName: stack.name, stage, planIds }));
      } finally {
        gateway.destroy();
      }
    } finally {
      table.client.destroy();
    }
  }
  yield* checksOfConsumers(stage, stack);
  for (const plan of await planNames()) yield planCheck(plan, planIds.get(plan), stage);
  const address = url ?? stack.outputs.get('Url');
  if (address) yield requestCheck(address);
};
