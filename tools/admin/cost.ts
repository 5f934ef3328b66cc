/** `npm run cost`: what a million requests of each operation cost, from measured usage and a price list. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { synthesize } from '../../cdk/assembly.ts';
import { keyRefusals, watchedStatuses } from '../../cdk/stack/access-log.ts';
import { writeBetweenMarks } from '../docs/between-marks.ts';
import { readAssembly, readAssemblyTemplate } from '../local/assembly.ts';
import { startEngine } from '../local/engine.ts';
import {
  type Assumptions,
  billedMilliseconds,
  costOf,
  missShare,
  type Prices,
  standingCosts,
} from './cost-arithmetic.ts';
import { eventReport } from './cost-event-report.ts';
import { measureUsage, type Site } from './cost-measure.ts';
import { costTable } from './cost-page.ts';
import { explain } from './explain.ts';
import { textTable } from './text-table.ts';

const positive = (text: string): number => {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new InvalidArgumentError('Give a number above 0.');
};

/** X-Ray's default rule traces the first request of each second, and one of twenty of the others. */
const TRACED = 0.05;

const dollars = (amount: number): string => amount.toFixed(2);

const ownPrices = join(import.meta.dirname, 'cost-prices.json');

interface Options {
  readonly rate: number;
  readonly wait: number;
  readonly webhook: number;
  readonly prices?: string;
  readonly write?: true;
}

const textsIn = (variables: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

const report = async (
  { rate, wait, webhook, prices: priceFile = ownPrices, write }: Options,
  out: (line: string) => void,
): Promise<void> => {
  const prices: Prices = await readJson(priceFile);
  const assemblyDirectory = await mkdtemp(join(tmpdir(), 'cost-'));
  const engine = await startEngine();
  try {
    await synthesize({ outdir: assemblyDirectory, context: { waf: 'count' } });
    const resources = (await readAssemblyTemplate(assemblyDirectory)).Resources as Parameters<typeof standingCosts>[0];
    const stage = Object.values(resources).find(({ Type }) => Type === 'AWS::ApiGateway::Stage');
    const site: Site = {
      endpoint: engine.endpoint,
      assemblyDirectory,
      model: await readAssembly(assemblyDirectory),
      memoryOf: (functionId) => Number(resources[functionId]?.Properties.MemorySize),
      settingsOf: (functionId) => textsIn(resources[functionId]?.Properties.Environment?.Variables),
      accessFormat: stage?.Properties.AccessLogSetting?.Format ?? '',
      say: (line: string) => process.stderr.write(`${line}\n`),
    };
    const { cases, leftOut, authorizer, rememberedSeconds } = await measureUsage(site);
    const assumptions: Assumptions = {
      requestsPerKeySecond: rate,
      rememberedSeconds,
      callMilliseconds: wait,
      tracedShare: TRACED,
    };

    out(`US dollars per million requests, ${prices.region}, prices of ${prices.asOf}\n`);
    const items = [
      ['API Gateway', 'apiGateway'],
      ['Lambda', 'lambda'],
      ['authorizer', 'authorizer'],
      ['table reads', 'reads'],
      ['table writes', 'writes'],
      ['logs', 'logs'],
      ['traces', 'traces'],
      ['transfer', 'transfer'],
      ['total', 'total'],
    ] as const;
    const costs = cases.map((usage) => ({ name: usage.name, cost: costOf(usage, authorizer, prices, assumptions) }));
    out(
      textTable(
        ['operation', ...items.map(([heading]) => heading)],
        costs.map(({ name, cost }) => [name, ...items.map(([, item]) => dollars(cost[item]))]),
      ),
    );

    for (const each of leftOut) out(`not measured: ${each}`);
    if (write) {
      const table = costTable(costs.map(({ name, cost }) => ({ name, dollars: cost.total })));
      const absent = leftOut.map((each) => each.split(':')[0]).filter((name) => !name?.includes(', with '));
      const missing =
        absent.length > 0 ? `Not measured, as they ask a queue or API Gateway: ${absent.join(', ')}.` : '';
      await writeBetweenMarks('costs.md', 'npm run cost -- --write', [table, missing].filter(Boolean).join('\n\n'));
    }

    out('\nWhat one request takes\n');
    out(
      textTable(
        ['operation', 'CPU ms', 'calls', 'billed ms', 'MB', 'read units', 'write units', 'log bytes', 'bytes out'],
        [...cases, authorizer].map((usage) => [
          usage.name,
          usage.cpuMilliseconds.toFixed(2),
          String(usage.calls),
          String(billedMilliseconds(usage, assumptions)),
          String(usage.memoryMegabytes),
          String(usage.readUnits),
          String(usage.writeUnits),
          String(usage.logBytes),
          String(usage.answerBytes),
        ]),
      ),
    );

    for (const line of await eventReport(site, prices, { wait, webhook })) out(line);

    const standing = standingCosts(resources, prices, {
      Status: watchedStatuses.length,
      ErrorType: keyRefusals.length,
    });
    const sumOf = (rows: typeof standing) => rows.reduce((total, { dollars: each }) => total + each, 0);
    out('\nUS dollars a month without a request\n');
    out(
      textTable(
        ['what', 'count', 'dollars'],
        [
          ...standing.map(({ what, count, dollars: each }) => [what, String(count), dollars(each)]),
          ['total', '', dollars(sumOf(standing))],
          ['total, with -c waf=off', '', dollars(sumOf(standing.filter(({ optional }) => !optional)))],
        ],
      ),
    );

    const { dynamoDb, logs, waf, note } = prices;
    out(
      [
        '',
        `Per GB and month: the table ${dynamoDb.gigabyteMonth}, as much again for what its index holds, its backups ` +
          `${dynamoDb.backupGigabyteMonth}, logs ${logs.gigabyteMonth}. Restoring: ${dynamoDb.restoredGigabyte} per GB. ` +
          `The firewall: ${dollars(waf.millionRequests)} more per million requests, unless with -c waf=off.`,
        '',
        'How this is worked out:',
        `- ${note}`,
        '- CPU ms, calls, units and bytes out: measured here, by running the bundles that are deployed, warm, on the demo data',
        '  (its records are small) against the engine of this machine, which says what each call consumes.',
        `- Billed ms is no measurement of Lambda: CPU ms of this machine, at the share of a processor that the memory gives,`,
        `  and ${wait} ms for each call to the table (--wait). Cold starts are billed in addition.`,
        `- A key is looked up again after ${rememberedSeconds} s: at a rate of ${rate} a second for each key (--rate), ` +
          `${(100 * missShare(assumptions)).toFixed(1)}% of the requests`,
        '  ask the authorizer, and as many look it up once more in the function.',
        '- Logs: lines of the usual length for the access log and for what Lambda writes by itself. The functions write',
        `  nothing for a request that succeeds. Traces: ${100 * TRACED}% of the requests, as X-Ray samples by default.`,
      ].join('\n'),
    );
  } finally {
    await engine.stop();
    await rm(assemblyDirectory, { recursive: true, force: true });
  }
};

const program = new Command('cost')
  .description('what a million requests of each operation cost, from measured inputs and a price list')
  .option('--rate <number>', 'requests a second that come with one key', positive, 1)
  .option('--wait <ms>', 'how long a call to the table takes', positive, 5)
  .option('--webhook <ms>', 'how long a webhook takes to answer', positive, 200)
  .option('--prices <file>', 'another price list of the same form (default that of tools/admin/cost-prices.json)')
  .option('--write', 'also write the costs of each operation into docs/costs.md')
  .action((options: Options) => report(options, (line) => void process.stdout.write(`${line}\n`)));

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
