/** `bind`: binds a stage to the account and Region of the credentials, so that no deploy goes anywhere else. */
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { AdminError, type Io } from '../io.ts';
import { writeBoundStage } from './stage-settings.ts';

export interface BindOptions {
  readonly stage: string;
}

/**
 * Names the account and the Region in `cdk.json`. A stage that is bound already keeps its place.
 *
 * @param file - another `cdk.json`
 * @throws AdminError if the stage is bound to another place
 */
export const bindStage = async (io: Io, { stage }: BindOptions, file?: string): Promise<void> => {
  const client = new STSClient({});
  try {
    const { Account: account = '' } = await client.send(new GetCallerIdentityCommand({}));
    const region = await client.config.region();
    const before = await writeBoundStage(stage, { account, region }, file);
    if (before && (before.account !== account || before.region !== region))
      throw new AdminError(
        `The stage ${stage} is bound to account ${before.account} in ${before.region}; these credentials are of account ${account} in ${region}. To move it, change stages in cdk.json by hand.`,
        'refused',
      );
    const place = `account ${account} in ${region}`;
    io.result?.({ stage, account, region });
    if (before) io.out(`The stage ${stage} is already bound to ${place}.`);
    else io.out(`Bound the stage ${stage} to ${place} in cdk.json: commit that.`);
  } finally {
    client.destroy();
  }
};
