/**
 * The checks of `preflight` on resources that an account and Region have once: the role of API Gateway's logs, the
 * domain.
 */
import { GetAccountCommand, GetDomainNameCommand } from '@aws-sdk/client-api-gateway';
import type { Settings } from '../../cdk/stack/context.ts';
import { stackName } from '../../cdk/stack/stack-names.ts';
import type { Check } from './doctor-check.ts';
import type { Clients } from './preflight-clients.ts';
import { findStack } from './stack-outputs.ts';

const logRoleCheck = ({ gateway }: Clients, { accessLogs, executionLogs }: Settings): Check => ({
  name: 'CloudWatch role of API Gateway',
  async run() {
    const { cloudwatchRoleArn } = await gateway.send(new GetAccountCommand({}));
    if (cloudwatchRoleArn) return { found: cloudwatchRoleArn };
    if (!accessLogs && !executionLogs) return { found: 'not set, and not needed: the logs are off' };
    return {
      found: 'there is none',
      remedy: `Set it (docs/operators.md, before the first deploy), or deploy with -c accessLogs=false${executionLogs ? ' -c executionLogs=false' : ''}.`,
    };
  },
});

const domainCheck = ({ gateway, stacks }: Clients, stage: string, domainName: string): Check => ({
  name: 'domain',
  async run() {
    try {
      await gateway.send(new GetDomainNameCommand({ domainName }));
    } catch (error) {
      if ((error as Error).name !== 'NotFoundException') throw error;
      return { found: `${domainName} is free` };
    }
    const url = (await findStack(stacks, stackName(stage)))?.outputs.get('Url') ?? '';
    if (url.includes(`//${domainName}/`)) return { found: `${domainName} is this stage's` };
    return {
      found: `${domainName} is in API Gateway, but does not belong to this stage`,
      remedy: `Remove it there, or use another: aws apigateway delete-domain-name --domain-name ${domainName}`,
    };
  },
});

/** The checks that the settings need. */
export const accountChecks = (clients: Clients, settings: Settings): readonly Check[] => [
  logRoleCheck(clients, settings),
  ...(settings.domain ? [domainCheck(clients, settings.stage, settings.domain.domainName)] : []),
];
