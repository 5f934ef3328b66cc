/** Measures what a request uses: runs the deployed bundles on the demo data, with an engine on this machine. */
import { join } from 'node:path';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { operations } from '../../lib/operations.ts';
import { removeTable } from '../data/commands/second-table.ts';
import { demoFile, demoKey } from '../local/demo.ts';
import { loadData } from '../local/load-data.ts';
import type { ApiModel, Method, Resource } from '../local/model.ts';
import { ensureTable } from '../local/table.ts';
import { withoutStream } from '../local/without-stream.ts';
import type { Usage } from './cost-arithmetic.ts';
import { type CostCase, costCases, eventOf } from './cost-cases.ts';
import { startCounterApart, type Tally } from './cost-counter.ts';
import { addKeys } from './cost-keys.ts';
import { accessLine, bytesOf, systemLines, UUID } from './cost-log-lines.ts';
import { undoing } from './cost-undo.ts';
import { openLocalTarget } from './local-target.ts';

export interface Measurement extends Usage {
  readonly name: string;
}

type Handler = (event: object, context: object) => Promise<Answer>;
interface Answer {
  readonly statusCode?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const WARM_UP = 60;
const MEASURED = 40;

/** What API Gateway adds to the function's headers: status line, date, ids. */
const GATEWAY_HEADER_BYTES = 350;

/** Loads a separate copy of a bundle, which opens its own table on its first call. */
const loadBundle = async (file: string, mode: string): Promise<Handler> =>
  ((await import(`${file}?${mode}`)) as { handler: Handler }).handler;

const invoke = async (handler: Handler, event: object): Promise<Answer> => {
  const answer = await handler(event, { awsRequestId: UUID, getRemainingTimeInMillis: () => 10_000 });
  const { statusCode = 200 } = answer;
  if (statusCode < 200 || statusCode > 299) throw new Error(`A request was answered ${statusCode}: ${answer.body}`);
  return answer;
};

/** Milliseconds of a turn, in processor time of this thread alone: it excludes the engine and other work on the machine. */
export const cpuOf = async (
  turns: number,
  run: (turn: number) => Promise<unknown>,
  /** Runs after each turn, and is not measured. */
  after: () => Promise<void> = async () => {},
): Promise<number> => {
  let total = 0;
  for (let turn = 0; turn < turns; turn++) {
    const before = process.threadCpuUsage();
    await run(turn);
    const { user, system } = process.threadCpuUsage(before);
    total += user + system;
    await after();
  }
  return total / 1000 / turns;
};

/** The method of each route, by verb and path. */
const methodsOf = (resource: Resource): (readonly [route: string, method: Method])[] => [
  ...[...resource.methods].map(([verb, method]) => [`${verb} ${resource.path}`, method] as const),
  ...resource.children.flatMap(methodsOf),
];

export interface Site {
  readonly endpoint: string;
  /** The directory of the synthesized stack. */
  readonly assemblyDirectory: string;
  readonly model: ApiModel;
  readonly memoryOf: (functionId: string) => number;
  /** The settings that the template gives a function as texts, without the names of other resources. */
  readonly settingsOf: (functionId: string) => Readonly<Record<string, string>>;
  /** The stage's access log format; empty if it has no access log. */
  readonly accessFormat: string;
  /** Takes what is measured next. */
  readonly say: (line: string) => void;
}

/** Measures every case, and a call of the authorizer that looks a key up. */
export const measureUsage = async ({
  endpoint,
  assemblyDirectory,
  model,
  memoryOf,
  settingsOf,
  accessFormat,
  say,
}: Site): Promise<{
  cases: Measurement[];
  /** The cases that can't be repeated, with the reason. */
  leftOut: string[];
  authorizer: Measurement;
  rememberedSeconds: number;
}> => {
  const { table } = await openLocalTarget(endpoint, `cost-${Date.now()}-${process.pid}`);
  const counter = await startCounterApart(endpoint);
  const fileOf = (entry: string) => join(assemblyDirectory, 'bundles', entry, 'index.mjs');
  const { env } = process;
  const pointAt = (address: string) =>
    Object.assign(env, {
      TABLE_NAME: table.name,
      DYNAMODB_ENDPOINT: address,
      MEDIA_BUCKET: 'media',
      REQUEST_PAGE_URL: 'https://feedback.example/r',
    });
  const methods = new Map(methodsOf(model.root));
  const { info } = console;
  console.info = () => {};
  try {
    await ensureTable(table, withoutStream(model));
    await loadData(table, demoFile, ({ line, reason }) => {
      throw new Error(`line ${line}: ${reason}`);
    });
    // What examples are about that no data file brings: a bulk update, a file that was uploaded.
    for (const { cases } of operations)
      for (const item of cases.items?.(Date.now()) ?? []) await table.put({ Item: item as Item });
    const key = await demoKey();
    // Each request finds the demo data.
    const undo = await undoing(table);
    const measured: Measurement[] = [];
    const measureCase = async (each: CostCase): Promise<void> => {
      const { name, operation } = each;
      const functionId = methods.get(`${operation.method} ${operation.path}`)?.functionId ?? '';
      pointAt(counter.endpoint);
      Object.assign(env, settingsOf(functionId));
      const handler = await loadBundle(fileOf(operation.entry), `case-${measured.length}`);
      let last: Tally = await counter.take();
      const after = async () => {
        last = await counter.take();
        await undo(last.written);
      };
      let turn = 0;
      const next = () => invoke(handler, eventOf(each, key, turn++));
      try {
        // The first request looks the key up, the others find it in the cache.
        await cpuOf(WARM_UP, next, after);
        const cpuMilliseconds = await cpuOf(MEASURED, next, after);
        const { written: _, ...consumed } = last;
        const { body = '', headers = {} } = await next();
        measured.push({
          name,
          ...consumed,
          cpuMilliseconds,
          memoryMegabytes: memoryOf(functionId),
          logBytes: bytesOf([...systemLines, ...(accessFormat ? [accessLine(accessFormat, operation.path)] : [])]),
          answerBytes: Buffer.byteLength(body) + JSON.stringify(headers).length + GATEWAY_HEADER_BYTES,
        });
      } finally {
        await after();
      }
    };
    const leftOut: string[] = [];
    for (const [index, each] of costCases.entries()) {
      say(`${index + 1} of ${costCases.length}: ${each.name}`);
      try {
        await measureCase(each);
      } catch (error) {
        leftOut.push(`${each.name}: ${(error as Error).message}`);
      }
    }

    const { functionId = '', ttlSeconds = 0 } =
      [...methods.values()].find((method) => method.authorizer)?.authorizer ?? {};
    const secrets = await addKeys(table, WARM_UP + MEASURED + 1);
    const asked = (turn: number) => ({
      type: 'REQUEST',
      methodArn: 'arn:aws:execute-api:us-east-1:111122223333:abcdefghij/prod/GET/v1',
      headers: { 'x-api-key': secrets[turn] },
    });
    pointAt(counter.endpoint);
    const counted = await loadBundle(fileOf('authorizer'), 'counted');
    await counter.take();
    await invoke(counted, asked(0));
    const { written: _, ...consumed } = await counter.take();
    pointAt(endpoint);
    const timed = await loadBundle(fileOf('authorizer'), 'timed');
    for (let turn = 0; turn < WARM_UP; turn++) await invoke(timed, asked(turn));
    const cpuMilliseconds = await cpuOf(MEASURED, (turn) => invoke(timed, asked(WARM_UP + turn)));
    const authorizer = {
      name: 'authorizer, one call',
      ...consumed,
      cpuMilliseconds,
      memoryMegabytes: memoryOf(functionId),
      logBytes: bytesOf(systemLines),
      answerBytes: 0,
    };
    return { cases: measured, leftOut, authorizer, rememberedSeconds: ttlSeconds };
  } finally {
    console.info = info;
    await counter.close();
    await removeTable(table);
    table.client.destroy();
  }
};
