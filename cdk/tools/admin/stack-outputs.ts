/** A deployed stack as CloudFormation describes it. */
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { AdminError } from '../io.ts';

export interface DeployedStack {
  readonly name: string;
  /** For instance `UPDATE_COMPLETE`. */
  readonly status: string;
  readonly outputs: ReadonlyMap<string, string>;
}

/** How the stack names itself and its outputs. Loaded on need alone: with it comes the whole CDK. */
export const stackNames = () => import('../../stack/service-stack.ts');

/** @throws AdminError where there is no such stack */
export const describeStack = async (
  stage: string,
  client: CloudFormationClient = new CloudFormationClient({}),
): Promise<DeployedStack> => {
  const { stackName } = await stackNames();
  const name = stackName(stage);
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
    const outputs = (stack?.Outputs ?? []).map(
      ({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue] as const,
    );
    return { name, status: stack?.StackStatus ?? 'UNKNOWN', outputs: new Map(outputs) };
  } catch (error) {
    // CloudFormation has no error of its own for a stack that is not there.
    if (!/does not exist/.test((error as Error).message)) throw error;
    const region = await client.config.region();
    throw new AdminError(
      `There is no stack ${name} in ${region}. Deploy it (npx cdk deploy -c stage=${stage}), or name another --stage or Region.`,
    );
  } finally {
    client.destroy();
  }
};
