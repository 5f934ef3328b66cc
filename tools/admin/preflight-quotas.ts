/** The checks of `preflight` on an account's quotas: how much is used, and what the deploy adds. */
import {
  GetAccountCommand,
  paginateGetApiKeys,
  paginateGetRestApis,
  paginateGetUsagePlans,
} from '@aws-sdk/client-api-gateway';
import { DescribeLimitsCommand } from '@aws-sdk/client-dynamodb';
import { GetAccountSummaryCommand } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { eventFunctions } from '../../cdk/build/functions.ts';
import { concurrencyOf, STREAM_READERS } from '../../cdk/stack/ceilings.ts';
import type { Settings } from '../../cdk/stack/context.ts';
import { prefixesOf } from '../../cdk/stack/shared-paths.ts';
import { planOutput, stackName } from '../../cdk/stack/stack-names.ts';
import { operations } from '../../lib/operations.ts';
import type { Check, Finding } from './doctor-check.ts';
import { planNames } from './local-target.ts';
import type { Clients } from './preflight-clients.ts';
import { findStack, isComplete } from './stack-outputs.ts';

/** AWS's default quotas for an account and Region. */
const DEFAULTS = { apiKeys: 10_000, restApis: 600, usagePlans: 300, paths: 300 };
/** Lambda keeps this many for functions without a reservation: a deploy that leaves fewer fails. */
const LEAST_UNRESERVED = 100;

const ASK = 'https://console.aws.amazon.com/servicequotas';

const count = async <Page extends { items?: unknown[] | undefined }>(pages: AsyncIterable<Page>): Promise<number> => {
  let found = 0;
  for await (const { items = [] } of pages) found += items.length;
  return found;
};

interface Room {
  readonly used: number;
  readonly quota: number;
  /** What the deploy adds. */
  readonly more: number;
  /** What it may add in addition, for as long as it runs. */
  readonly meanwhile?: number;
}

/** A failure if `more` do not fit, a warning from nine tenths of the quota on. */
const room = (what: string, { used, quota, more, meanwhile = 0 }: Room): Finding => {
  const after = used + more + meanwhile;
  const added = meanwhile > 0 ? `up to ${more + meanwhile} for a while` : more;
  return {
    found: `${used} of ${quota} ${what}${after > used ? `; the deploy adds ${added}` : ''}`,
    ...(after > 0.9 * quota && { remedy: `Ask AWS for more (${ASK}), or remove what is not needed.` }),
    isWarning: used + more <= quota,
  };
};

/** How many path resources the API has: one for each segment of its paths, and none for the root. */
export const pathCount = (paths: readonly string[]): number => new Set(paths.flatMap(prefixesOf)).size;

/**
 * One for each function, one for each module, as which API Gateway calls its functions, and one that shifts releases.
 */
const roleCount = (canary: Settings['canary']): number =>
  operations.length +
  1 +
  eventFunctions.length +
  new Set(operations.map(({ module }) => module)).size +
  (canary ? 1 : 0);

/** The checks in the order in which they are printed. */
export const quotaChecks = (clients: Clients, settings: Settings): readonly Check[] => {
  const { stacks, gateway, functions, roles, tables } = clients;
  /** The outputs of the stage's stack if it has all of its resources: its next deploy adds few. */
  const deployed = async () => {
    const stack = await findStack(stacks, stackName(settings.stage));
    return stack && isComplete(stack.status) ? stack.outputs : undefined;
  };
  const { authorizerConcurrency = 0, streamReadersAtOnce, canary } = settings;
  const reserved = authorizerConcurrency + STREAM_READERS * streamReadersAtOnce;
  // Lambda's own default is 1,000, in new accounts 10.
  const enough = concurrencyOf(settings);
  const unreserved = enough - STREAM_READERS * streamReadersAtOnce;
  const paged = { client: gateway, pageSize: 500 };
  return [
    {
      name: 'REST APIs',
      async run() {
        const [used, outputs] = await Promise.all([count(paginateGetRestApis(paged, {})), deployed()]);
        return room('are used', { used, quota: DEFAULTS.restApis, more: outputs ? 0 : 1 });
      },
    },
    {
      name: 'paths of an API',
      run: async () =>
        room('are needed', {
          used: pathCount(operations.map((each) => each.path)),
          quota: DEFAULTS.paths,
          more: 0,
        }),
    },
    {
      name: 'usage plans',
      async run() {
        const [used, plans, outputs] = await Promise.all([
          count(paginateGetUsagePlans(paged, {})),
          planNames(),
          deployed(),
        ]);
        const more = plans.filter((plan) => !outputs?.has(planOutput(plan))).length;
        return room('are used', { used, quota: DEFAULTS.usagePlans, more });
      },
    },
    {
      name: 'API keys',
      async run() {
        const used = await count(paginateGetApiKeys(paged, {}));
        return room('are used', { used, quota: DEFAULTS.apiKeys, more: 0 });
      },
    },
    {
      name: 'requests a second',
      async run() {
        const { throttleSettings: { rateLimit: quota = 10_000 } = {} } = await gateway.send(new GetAccountCommand({}));
        const { rateLimit } = settings.throttle;
        return {
          found: `the account admits ${quota}, the stage ${rateLimit}`,
          ...(rateLimit > quota && { remedy: `Ask AWS for more (${ASK}): the stages of a Region share it.` }),
          isWarning: true,
        };
      },
    },
    {
      name: 'units of a table',
      async run() {
        const { TableMaxReadCapacityUnits: reads = 40_000, TableMaxWriteCapacityUnits: writes = 40_000 } =
          await tables.send(new DescribeLimitsCommand({}));
        const { maxReadUnits, maxWriteUnits } = settings.table;
        return {
          found: `the account admits ${reads} read and ${writes} write units a second, the stage ${maxReadUnits} and ${maxWriteUnits}`,
          ...((maxReadUnits > reads || maxWriteUnits > writes) && { remedy: `Ask AWS for more: ${ASK}` }),
          isWarning: true,
        };
      },
    },
    {
      name: 'Lambda concurrency',
      async run() {
        const { AccountLimit } = await functions.send(new GetAccountSettingsCommand({}));
        const { ConcurrentExecutions = 0, UnreservedConcurrentExecutions = 0 } = AccountLimit ?? {};
        const found = `${ConcurrentExecutions} concurrent executions, ${UnreservedConcurrentExecutions} of them unreserved`;
        if (reserved > 0 && UnreservedConcurrentExecutions - reserved < LEAST_UNRESERVED)
          return {
            found: `${found}; authorizerConcurrency and streamReadersAtOnce take ${reserved}, and Lambda keeps ${LEAST_UNRESERVED}`,
            // A deployed stage has reserved them already.
            isWarning: ConcurrentExecutions - reserved >= LEAST_UNRESERVED,
            remedy: `Ask AWS for more (${ASK}), or deploy with -c streamReadersAtOnce=0 and without authorizerConcurrency.`,
          };
        return {
          found: `${found}; the stage takes up to ${enough}`,
          ...((ConcurrentExecutions < enough || UnreservedConcurrentExecutions < unreserved) && {
            remedy: `Requests beyond it are throttled. Ask AWS for more: ${ASK}`,
          }),
          isWarning: true,
        };
      },
    },
    {
      name: 'IAM roles',
      async run() {
        const [{ SummaryMap }, outputs] = await Promise.all([roles.send(new GetAccountSummaryCommand({})), deployed()]);
        const { Roles: used = 0, RolesQuota: quota = 1000 } = SummaryMap ?? {};
        // Functions with other rights have two roles until the release is complete (cdk/stack/live-alias.ts).
        return room('are used', {
          used,
          quota,
          ...(outputs ? { more: 0, meanwhile: operations.length + 1 } : { more: roleCount(canary) }),
        });
      },
    },
  ];
};
