/** `protect`: after the first good deploy, makes a stage refuse to be deleted. */
import { CloudFormationClient, UpdateTerminationProtectionCommand } from '@aws-sdk/client-cloudformation';
import { AdminError, type Io } from '../io.ts';
import { describeStack, isWhole } from './stack-outputs.ts';
import { writeProtectedStage } from './stage-settings.ts';

export interface ProtectOptions {
  readonly stage: string;
}

/**
 * Protects the stack at once, and names the stage in `cdk.json`, so that the next deploy protects the table too and none takes
 * the protection away. It is not there from the beginning, as a first deploy that fails could not be rolled back with it.
 *
 * @param file - another `cdk.json`
 * @throws AdminError where the stack is not there, or was never whole
 */
export const protectStage = async (io: Io, { stage }: ProtectOptions, file?: string): Promise<void> => {
  const { name, status, isProtected } = await describeStack(stage);
  if (!isWhole(status))
    throw new AdminError(`The stack ${name} is ${status}. Protect it once a deploy has ended well: docs/recovery.md.`);
  if (!isProtected) {
    const client = new CloudFormationClient({});
    try {
      const enable = { StackName: name, EnableTerminationProtection: true };
      await client.send(new UpdateTerminationProtectionCommand(enable));
    } finally {
      client.destroy();
    }
  }
  io.out(`The stack ${name} ${isProtected ? 'was protected before' : 'is protected'} from deletion.`);
  if (await writeProtectedStage(stage, file)) io.out(`cdk.json named the stage ${stage} before.`);
  else io.out(`Named the stage ${stage} in protectedStages of cdk.json: commit that.`);
  io.out(`The table is protected by the next deploy: npx cdk deploy -c stage=${stage}`);
};
