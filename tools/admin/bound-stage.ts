/**
 * A stage may be bound to an AWS account and a Region in `cdk.json` (`stages`): with other credentials a command is
 * refused before it does anything.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { AdminError } from '../io.ts';

interface Binding {
  readonly account?: string | number;
  readonly region?: string;
}

const bindingOf = async (stage: string, file: string): Promise<Binding | undefined> => {
  const stages: Readonly<Record<string, Binding>> | undefined = JSON.parse(await readFile(file, 'utf8')).context.stages;
  return stages !== undefined && Object.hasOwn(stages, stage) ? stages[stage] : undefined;
};

/**
 * Checks that the credentials and the Region are those of the stage. A stage that `cdk.json` does not bind may be
 * anywhere.
 *
 * @param file - another `cdk.json`
 * @throws AdminError if they are not
 */
export const requireBound = async (stage: string, file = join(projectRoot, 'cdk.json')): Promise<void> => {
  const bound = await bindingOf(stage, file);
  if (!bound) return;
  const client = new STSClient({});
  try {
    const region = await client.config.region();
    if (bound.region !== undefined && region !== bound.region)
      throw new AdminError(
        `The stage ${stage} is in ${bound.region}, and your Region is ${region}. Set AWS_REGION; cdk.json (stages) binds it.`,
        'refused',
      );
    if (bound.account === undefined) return;
    const { Account } = await client.send(new GetCallerIdentityCommand({}));
    if (Account !== String(bound.account))
      throw new AdminError(
        `The stage ${stage} is in the account ${bound.account}, and your credentials are of ${Account}. Set AWS_PROFILE; cdk.json (stages) binds it.`,
        'refused',
      );
  } finally {
    client.destroy();
  }
};
