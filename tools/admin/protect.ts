/** `protect`: protects a stage against deletion, after its first good deploy. */
import { CloudFormationClient, UpdateTerminationProtectionCommand } from '@aws-sdk/client-cloudformation';
import { AdminError, type Io } from '../io.ts';
import { requireBound } from './bound-stage.ts';
import { describeStack, isComplete } from './stack-outputs.ts';
import { writeProtectedStage } from './stage-settings.ts';

export interface ProtectOptions {
  readonly stage: string;
}

/**
 * Protects the stack at once, and names the stage in `cdk.json`, so that the next deploy protects the table too and
 * none removes the protection. It is off at first, as a first deploy that fails could not be rolled back with it.
 *
 * @param file - another `cdk.json`
 * @throws AdminError if the stack does not exist, or was never complete
 */
export const protectStage = async (io: Io, { stage }: ProtectOptions, file?: string): Promise<void> => {
  await requireBound(stage);
  const { name, status, isProtected } = await describeStack(stage);
  if (!isComplete(status))
    throw new AdminError(
      `The stack ${name} is ${status}. Protect it after a successful deploy: docs/recovery.md.`,
      'refused',
    );
  if (!isProtected) {
    const client = new CloudFormationClient({});
    try {
      const enable = { StackName: name, EnableTerminationProtection: true };
      await client.send(new UpdateTerminationProtectionCommand(enable));
    } finally {
      client.destroy();
    }
  }
  io.out(`The stack ${name} ${isProtected ? 'was already protected' : 'is protected'} from deletion.`);
  if (await writeProtectedStage(stage, file)) io.out(`The stage ${stage} is already in protectedStages of cdk.json.`);
  else io.out(`Added the stage ${stage} to protectedStages in cdk.json: commit that.`);
  io.result?.({ stage, stack: name, wasProtected: isProtected });
  io.out(`The next deploy protects the table: npx cdk deploy -c stage=${stage}`);
};
