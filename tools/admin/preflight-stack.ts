/** The checks of `preflight` on CloudFormation: the stage's stack, what an earlier stack has left, the bootstrap. */
import { paginateListStackResources, paginateListStacks, StackStatus } from '@aws-sdk/client-cloudformation';
import { paginateListTables } from '@aws-sdk/client-dynamodb';
import type { Settings } from '../../cdk/stack/context.ts';
import { stackName } from '../../cdk/stack/stack-names.ts';
import type { Check, Finding } from './doctor-check.ts';
import type { Clients } from './preflight-clients.ts';
import { type DeployedStack, findStack, isComplete } from './stack-outputs.ts';

/** The bootstrap version that the assembly requires (`requiresBootstrapStackVersion` in its manifest). */
export const bootstrapVersion = 8;

/** A stack that was never complete: its first deploy failed. `cdk deploy` deletes it and starts again. */
const neverComplete = /^ROLLBACK_(?:COMPLETE|FAILED)$/;

const endProtection = (name: string): string =>
  `aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name}`;

const unusual = (stage: string, { name, status, isProtected }: DeployedStack): Finding => {
  const found = `${name} is ${status}`;
  if (neverComplete.test(status))
    return isProtected
      ? {
          found,
          remedy: `Its first deploy failed, and it cannot be deleted while it is protected: ${endProtection(name)}`,
        }
      : { found, isWarning: true, remedy: 'Its first deploy failed. The next deploy deletes it first.' };
  if (status === 'CREATE_FAILED')
    return { found, remedy: `Its first deploy failed and was not rolled back: npx cdk destroy -c stage=${stage}` };
  if (status === 'DELETE_FAILED')
    return { found, remedy: `See its events, then: aws cloudformation delete-stack --stack-name ${name}` };
  if (/_IN_PROGRESS$/.test(status)) return { found, remedy: 'Wait until it is done.' };
  return { found, remedy: `npx cdk rollback -c stage=${stage} (docs/recovery.md, a deploy does not end)` };
};

const stackCheck = ({ stacks }: Clients, { stage, isProtected }: Settings): Check => ({
  name: 'stack',
  async run() {
    const name = stackName(stage);
    const stack = await findStack(stacks, name);
    // A stack whose change set was never executed does not count.
    if (!stack || stack.status === 'REVIEW_IN_PROGRESS')
      return {
        found: `${name} does not exist yet`,
        ...(isProtected && {
          remedy: `Remove ${stage} from protectedStages in cdk.json until the first deploy has succeeded: a failed one could not be rolled back.`,
        }),
      };
    if (!isComplete(stack.status)) return unusual(stage, stack);
    return {
      found: `${name} is ${stack.status}`,
      ...(stack.isProtected &&
        !isProtected && {
          remedy: `A deploy would remove its protection: npm run admin -- protect --stage ${stage}`,
        }),
    };
  },
});

/** Deleted stacks are listed for 90 days. */
const keptByDeleted = async ({ stacks }: Clients, name: string): Promise<string[]> => {
  const deleted: string[] = [];
  const pages = paginateListStacks({ client: stacks }, { StackStatusFilter: [StackStatus.DELETE_COMPLETE] });
  for await (const { StackSummaries = [] } of pages)
    for (const { StackName = '', StackId = '' } of StackSummaries) if (StackName === name) deleted.push(StackId);
  const kept: string[] = [];
  for (const StackName of deleted)
    for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client: stacks }, { StackName }))
      for (const { ResourceStatus, PhysicalResourceId = '', ResourceType = '' } of StackResourceSummaries)
        if (ResourceStatus === 'DELETE_SKIPPED' && /::(?:GlobalTable|Bucket)$/.test(ResourceType))
          kept.push(PhysicalResourceId);
  return kept;
};

/**
 * Tables that have the stack's name and don't belong to it: CloudFormation names them `<stack>-Table<hash>-<random>`.
 */
const tablesOf = async ({ tables, stacks }: Clients, name: string): Promise<string[]> => {
  const own = (await findStack(stacks, name))?.outputs.get('TableName');
  const found: string[] = [];
  for await (const { TableNames = [] } of paginateListTables({ client: tables }, {}))
    found.push(...TableNames.filter((table) => table.startsWith(`${name}-Table`) && table !== own));
  return found;
};

const leftoversCheck = (clients: Clients, { stage }: Settings): Check => ({
  name: 'left over',
  async run() {
    const name = stackName(stage);
    const found = [...new Set([...(await tablesOf(clients, name)), ...(await keptByDeleted(clients, name))])].sort();
    if (found.length === 0) return { found: `nothing left over from an earlier ${name}` };
    return {
      found: `left over from an earlier ${name}: ${found.join(', ')}`,
      isWarning: true,
      remedy:
        'They do not block the deploy: the stack creates its own. To keep their data, see docs/recovery.md, the stack is lost.',
    };
  },
});

const bootstrapCheck = ({ stacks }: Clients): Check => ({
  name: 'bootstrap',
  async run() {
    const toolkit = await findStack(stacks, 'CDKToolkit');
    const remedy = 'npx cdk bootstrap';
    if (!toolkit) return { found: 'CDKToolkit does not exist', remedy };
    const version = Number(toolkit.outputs.get('BootstrapVersion') ?? 0);
    const found = `CDKToolkit is ${toolkit.status}, version ${version}`;
    return { found, ...((!isComplete(toolkit.status) || version < bootstrapVersion) && { remedy }) };
  },
});

/** The checks in the order in which they are printed. */
export const stackChecks = (clients: Clients, settings: Settings): readonly Check[] => [
  stackCheck(clients, settings),
  leftoversCheck(clients, settings),
  bootstrapCheck(clients),
];
