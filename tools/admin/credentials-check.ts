/** Reports the identity and the Region of the credentials. */
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { Check } from './doctor-check.ts';

export const credentialsCheck: Check = {
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
