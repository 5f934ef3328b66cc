/** Checks on this machine: the engine, the table, and the API if its address is given. */
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import type { Check } from './doctor-check.ts';
import { requestCheck } from './doctor-request.ts';
import { tableChecks } from './doctor-table.ts';
import { openLocalTarget, planNames } from './local-target.ts';

const START = 'Start the service with npm start: it creates the table.';

export const localChecks = async function* (
  endpoint: string,
  { table: tableName, url }: { readonly table?: string | undefined; readonly url?: string | undefined },
): AsyncGenerator<Check> {
  const { table } = await openLocalTarget(endpoint, tableName);
  try {
    yield {
      name: 'engine',
      async run() {
        try {
          await table.client.send(new ListTablesCommand({ Limit: 1 }));
          return { found: `${endpoint} answers` };
        } catch (error) {
          return {
            found: `${endpoint} does not answer (${(error as Error).message || (error as Error).name})`,
            remedy: 'Start an engine there, or name another --endpoint.',
          };
        }
      },
    };
    yield* tableChecks(table, START);
    yield {
      name: 'usage plans',
      run: async () => ({ found: `cdk.json has ${(await planNames()).join(', ')}` }),
    };
    if (url) yield requestCheck(url);
  } finally {
    table.client.destroy();
  }
};
