/** Measures what a request uses: runs the deployed bundles on the demo data, with an engine on this machine. */
import { join } from 'node:path';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { keyHash } from '../../lib/partners/repository/api-key.ts';
import { removeTable } from '../data/commands/second-table.ts';
import { demoFile, demoKey, demoPartner } from '../local/demo.ts';
import { loadData } from '../local/load-data.ts';
import type { ApiModel, Method, Resource } from '../local/model.ts';
import { ensureTable } from '../local/table.ts';
import type { Usage } from './cost-arithmetic.ts';
import { type CostCase, costCases, eventOf } from './cost-cases.ts';
import { startCounter } from './cost-counter.ts';
import { accessLine, bytesOf, systemLines, TIME, UUID } from './cost-log-lines.ts';
import { openLocalTarget } from './local-target.ts';
import { addApiKey } from './store/api-keys.ts';

export interface Measurement extends Usage {
  readonly name: string;
}

type Handler = (event: object, context: object) => Promise<Answer>;
interface Answer {
  readonly statusCode?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const WARM_UP = 150;
const MEASURED = 250;

/** What API Gateway adds to the function's headers: status line, date, ids. */
const GATEWAY_HEADER_BYTES = 350;

/** Loads a separate copy of a bundle, which opens its own table on its first call. */
const loadBundle = async (file: string, mode: string): Promise<Handler> =>
  ((await import(`${file}?${mode}`)) as { handler: Handler }).handler;

const invoke = async (handler: Handler, event: object): Promise<Answer> => {
  const answer = await handler(event, { awsRequestId: UUID, getRemainingTimeInMillis: () => 10_000 });
  if ((answer.statusCode ?? 200) !== 200)
    throw new Error(`A request was answered ${answer.statusCode}: ${answer.body}`);
  return answer;
};

/**
 * Most seconds of warming up, and as many of measuring: each turn of an operation that creates records leaves more of them
 * for the next case, and some take a hundred times as long as others.
 */
const PATIENCE = 1.5;

/** So many turns, or as many as the patience allows. @returns how many there were */
const takeTurns = async (turns: number, run: (turn: number) => Promise<unknown>): Promise<number> => {
  const end = performance.now() + PATIENCE * 1000;
  let turn = 0;
  while (turn < turns && (turn === 0 || performance.now() < end)) await run(turn++);
  return turn;
};

/** Milliseconds of a turn, in processor time of this thread alone: it excludes the engine and other work on the machine. */
export const cpuOf = async (turns: number, run: (turn: number) => Promise<unknown>): Promise<number> => {
  const before = process.threadCpuUsage();
  const taken = await takeTurns(turns, run);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / taken;
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
  /** The stage's access log format; empty if it has no access log. */
  readonly accessFormat: string;
  /** Takes what is measured next. */
  readonly say: (line: string) => void;
}

/** Adds enough keys that each call of the authorizer uses one that it has not cached. */
const addKeys = async (table: Table, count: number): Promise<string[]> => {
  const secrets = Array.from({ length: count }, (_, index) => `cost-key-that-is-one-of-many-${index}`);
  for (const secret of secrets)
    await addApiKey(table, {
      sha256: keyHash(secret),
      partnerId: demoPartner,
      plan: 'enterprise',
      meteringKey: UUID,
      issuedAt: TIME,
    });
  return secrets;
};

/** Measures every case, and a call of the authorizer that looks a key up. */
export const measureUsage = async ({
  endpoint,
  assemblyDirectory,
  model,
  memoryOf,
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
  const counter = await startCounter(endpoint);
  const fileOf = (entry: string) => join(assemblyDirectory, 'bundles', entry, 'index.mjs');
  const { env } = process;
  const pointAt = (address: string) => Object.assign(env, { TABLE_NAME: table.name, DYNAMODB_ENDPOINT: address });
  const methods = new Map(methodsOf(model.root));
  const { info } = console;
  // Functions write a line of each request that they refuse.
  console.info = () => {};
  try {
    await ensureTable(table, model);
    await loadData(table, demoFile, ({ line, reason }) => {
      throw new Error(`line ${line}: ${reason}`);
    });
    const key = await demoKey();
    const measured: Measurement[] = [];
    const measureCase = async (each: CostCase): Promise<void> => {
      const { name, operation } = each;
      const file = fileOf(operation.entry);
      const functionId = methods.get(`${operation.method} ${operation.path}`)?.functionId ?? '';

      pointAt(counter.endpoint);
      const counted = await loadBundle(file, `counted-${measured.length}`);
      // The first request looks the key up, the second finds it in the cache.
      await invoke(counted, eventOf(each, key, -2));
      const consumed = await counter.during(() => invoke(counted, eventOf(each, key, -1)));

      pointAt(endpoint);
      const timed = await loadBundle(file, `timed-${measured.length}`);
      await takeTurns(WARM_UP, (turn) => invoke(timed, eventOf(each, key, turn)));
      const { body = '', headers = {} } = await invoke(timed, eventOf(each, key, WARM_UP));
      const cpuMilliseconds = await cpuOf(MEASURED, (turn) => invoke(timed, eventOf(each, key, WARM_UP + 1 + turn)));
      measured.push({
        name,
        ...consumed,
        cpuMilliseconds,
        memoryMegabytes: memoryOf(functionId),
        logBytes: bytesOf([...systemLines, ...(accessFormat ? [accessLine(accessFormat, operation.path)] : [])]),
        answerBytes: Buffer.byteLength(body) + JSON.stringify(headers).length + GATEWAY_HEADER_BYTES,
      });
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
    const consumed = await counter.during(() => invoke(counted, asked(0)));
    pointAt(endpoint);
    const timed = await loadBundle(fileOf('authorizer'), 'timed');
    await takeTurns(WARM_UP, (turn) => invoke(timed, asked(turn)));
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
    counter.close();
    await removeTable(table);
    table.client.destroy();
  }
};
