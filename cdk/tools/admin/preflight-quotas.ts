/** What `preflight` asks of an account's quotas: how much is used, and what one more stage would take. */
import { paginateGetApiKeys, paginateGetRestApis, paginateGetUsagePlans } from '@aws-sdk/client-api-gateway';
import { GetAccountSummaryCommand } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { operations } from '../../../lib/operations.ts';
import { eventFunctions } from '../../build/functions.ts';
import type { Settings } from '../../stack/context.ts';
import type { Check, Finding } from './doctor-check.ts';
import { planNames } from './local-target.ts';
import type { Clients } from './preflight-clients.ts';

/** As AWS has them where nobody has asked for more: for an account and Region. */
const DEFAULTS = { apiKeys: 10_000, restApis: 600, usagePlans: 300, paths: 300 };
/** At 20 ms a request, as many as answer 500 a second. Lambda's own default is 1,000, in new accounts 10. */
const ENOUGH_CONCURRENCY = 100;
/** So many Lambda keeps for functions that reserve nothing: a deploy that leaves fewer fails. */
const LEAST_UNRESERVED = 100;

const ASK = 'https://console.aws.amazon.com/servicequotas';

const count = async <Page extends { items?: unknown[] | undefined }>(pages: AsyncIterable<Page>): Promise<number> => {
  let found = 0;
  for await (const { items = [] } of pages) found += items.length;
  return found;
};

/** A fault where `more` do not fit, a warning from nine tenths of the quota on. */
const room = (what: string, { used, quota, more }: { used: number; quota: number; more: number }): Finding => {
  const after = used + more;
  return {
    found: `${used} of ${quota} ${what}; a new stage takes ${more}`,
    ...(after > 0.9 * quota && { remedy: `Ask AWS for more (${ASK}), or remove what is not needed.` }),
    isWarning: after <= quota,
  };
};

/** How many path resources the API has: one for each segment of its paths, and none for the root. */
export const pathCount = (paths: readonly string[]): number =>
  new Set(
    paths.flatMap((path) => {
      const parts = path.split('/').slice(1);
      return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    }),
  ).size;

/** One for each function, one for each module, by which API Gateway calls its functions, and one that shifts releases. */
const roleCount = (canary: Settings['canary']): number =>
  operations.length +
  1 +
  eventFunctions.length +
  new Set(operations.map(({ module }) => module)).size +
  (canary ? 1 : 0);

/** The checks in the order in which they are said. */
export const quotaChecks = (
  { gateway, functions, roles }: Clients,
  { authorizerConcurrency: reserved = 0, canary }: Settings,
): readonly Check[] => {
  const paged = { client: gateway, pageSize: 500 };
  return [
    {
      name: 'REST APIs',
      run: async () =>
        room('are used', { used: await count(paginateGetRestApis(paged, {})), quota: DEFAULTS.restApis, more: 1 }),
    },
    {
      name: 'paths of an API',
      run: async () =>
        room('are used', { used: 0, quota: DEFAULTS.paths, more: pathCount(operations.map((each) => each.path)) }),
    },
    {
      name: 'usage plans',
      async run() {
        const [used, plans] = await Promise.all([count(paginateGetUsagePlans(paged, {})), planNames()]);
        return room('are used', { used, quota: DEFAULTS.usagePlans, more: plans.length });
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
      name: 'Lambda concurrency',
      async run() {
        const { AccountLimit } = await functions.send(new GetAccountSettingsCommand({}));
        const { ConcurrentExecutions = 0, UnreservedConcurrentExecutions = 0 } = AccountLimit ?? {};
        const found = `${ConcurrentExecutions} at once, ${UnreservedConcurrentExecutions} of them not reserved`;
        if (reserved > 0 && UnreservedConcurrentExecutions - reserved < LEAST_UNRESERVED)
          return {
            found: `${found}; authorizerConcurrency takes ${reserved}, and Lambda keeps ${LEAST_UNRESERVED}`,
            // Of a stage that is deployed they are reserved already.
            isWarning: ConcurrentExecutions - reserved >= LEAST_UNRESERVED,
            remedy: `Ask AWS for more (${ASK}), or leave authorizerConcurrency out.`,
          };
        return {
          found,
          ...(UnreservedConcurrentExecutions < ENOUGH_CONCURRENCY && {
            remedy: `Requests beyond it are throttled. Ask AWS for more: ${ASK}`,
          }),
          isWarning: true,
        };
      },
    },
    {
      name: 'IAM roles',
      async run() {
        const { SummaryMap } = await roles.send(new GetAccountSummaryCommand({}));
        const { Roles: used = 0, RolesQuota: quota = 1000 } = SummaryMap ?? {};
        return room('are used', { used, quota, more: roleCount(canary) });
      },
    },
  ];
};
