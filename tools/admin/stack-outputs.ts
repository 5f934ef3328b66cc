/** Reads a deployed stack from CloudFormation. */
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { stackName } from '../../cdk/stack/stack-names.ts';
import { AdminError } from '../io.ts';

export interface DeployedStack {
  readonly name: string;
  /** For instance `UPDATE_COMPLETE`. */
  readonly status: string;
  /** Whether it is protected against deletion. */
  readonly isProtected: boolean;
  readonly outputs: ReadonlyMap<string, string>;
}

/** Whether a stack with this status has all resources of its template. */
export const isComplete = (status: string): boolean =>
  /^(?:CREATE|UPDATE|IMPORT|UPDATE_ROLLBACK)_COMPLETE$/.test(status);

/** The stack of this name, or `undefined` if there is none. */
export const findStack = async (client: CloudFormationClient, name: string): Promise<DeployedStack | undefined> => {
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
    const outputs = (stack?.Outputs ?? []).map(
      ({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue] as const,
    );
    const { StackStatus: status = 'UNKNOWN', EnableTerminationProtection: isProtected = false } = stack ?? {};
    return { name, status, isProtected, outputs: new Map(outputs) };
  } catch (error) {
    // CloudFormation has no error type for a missing stack.
    if (/does not exist/.test((error as Error).message)) return undefined;
    throw error;
  }
};

interface Looked {
  readonly stack: DeployedStack | undefined;
  readonly name: string;
  readonly region: string;
}

const look = async (stage: string, client: CloudFormationClient): Promise<Looked> => {
  const name = stackName(stage);
  try {
    return { stack: await findStack(client, name), name, region: await client.config.region() };
  } finally {
    client.destroy();
  }
};

/**
 * The stack of this name.
 *
 * @throws AdminError if there is no such stack
 */
export const describeStack = async (
  stage: string,
  client: CloudFormationClient = new CloudFormationClient({}),
): Promise<DeployedStack> => {
  const { stack, name, region } = await look(stage, client);
  if (stack) return stack;
  throw new AdminError(
    `There is no stack ${name} in ${region}. Deploy it (npx cdk deploy -c stage=${stage}), or name another --stage or Region.`,
    'not found',
  );
};

/** The stack of a stage; if there is none, one without outputs. */
export const stackIfAny = async (stage: string): Promise<DeployedStack> => {
  const { stack, name } = await look(stage, new CloudFormationClient({}));
  return stack ?? { name, status: 'absent', isProtected: false, outputs: new Map() };
};
