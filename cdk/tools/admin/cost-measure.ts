/** Measures what a request takes: the very bundles that are deployed, on the demo data, against an engine of this machine. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Operation } from '../../../lib/contract/cases.ts';
import type { Table } from '../../../lib/dynamodb/table.ts';
import { operations } from '../../../lib/operations.ts';
import { keyHash } from '../../../lib/partners/repository/api-key.ts';
import { removeTable } from '../data/commands/second-table.ts';
import { examplesOf } from '../docs/openapi/document.ts';
import { demoFile, demoKey, demoPartner } from '../local/demo.ts';
import type { ApiModel, Method, Resource } from '../local/model.ts';
import { loadData } from '../local/service.ts';
import { ensureTable } from '../local/table.ts';
import type { Usage } from './cost-arithmetic.ts';
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

/** CloudWatch Logs adds so many bytes to each event when it bills. */
const LOG_EVENT_BYTES = 26;
/** What API Gateway puts before a response beside the function's headers: status line, date, ids. */
const GATEWAY_HEADER_BYTES = 350;

const UUID = '0a1b2c3d-0000-4000-8000-000000000000';
const TRACE = 'Root=1-65a1b2c3-0123456789abcdef01234567;Parent=0123456789abcdef;Sampled=1';
const TIME = '2026-01-02T03:04:05.678Z';

/** What Lambda writes for each invocation at its default level, as its documentation shows it. */
const systemLines = [
  { time: TIME, type: 'platform.start', record: { requestId: UUID, version: '$LATEST' } },
  {
    time: TIME,
    type: 'platform.report',
    record: {
      requestId: UUID,
      metrics: { durationMs: 12.345, billedDurationMs: 13, memorySizeMB: 512, maxMemoryUsedMB: 100 },
      tracing: { spanId: '0123456789abcdef', type: 'X-Amzn-Trace-Id', value: TRACE },
      status: 'success',
    },
  },
].map((line) => JSON.stringify(line));

const bytesOf = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + Buffer.byteLength(line) + LOG_EVENT_BYTES, 0);

const usual: Readonly<Record<string, string>> = {
  requestTime: '02/Jan/2026:03:04:05 +0000',
  requestId: UUID,
  extendedRequestId: 'AbCdEfGhIjKlMnO=',
  xrayTraceId: TRACE.split(';')[0] ?? '',
  'identity.apiKeyId': 'a1b2c3d4e5',
  'authorizer.principalId': 'some-partner',
  httpMethod: 'POST',
  status: '200',
  responseLatency: '23',
  integrationLatency: '20',
  integrationStatus: '200',
};

/** A line of the access log, in the stage's format and with values of the usual length. */
const accessLine = (format: string, path: string): string =>
  format.replace(/\$context\.([\w.]+)/g, (_, name: string) => (name === 'resourcePath' ? path : (usual[name] ?? '-')));

interface Case {
  readonly name: string;
  readonly operation: Operation;
  /** Each request is another one, where the same one again would take another way. */
  readonly request: (turn: number) => { headers?: Record<string, string>; body?: unknown };
}

const exampleBody = (operation: Operation): unknown => {
  const [first] = Object.values(examplesOf(operation).examples);
  return (first as { readonly request?: unknown } | undefined)?.request;
};

/** Every operation as its first example shows it, and what a client may ask for beside. */
const cases: readonly Case[] = operations.flatMap((operation): Case[] => {
  const { id, summary } = operation;
  const body = exampleBody(operation);
  if (id === 'addAggregationLink')
    return [
      {
        name: summary,
        operation,
        request: (turn) => ({ body: { ...(body as object), url: `https://alpha.example/places/number-${turn}` } }),
      },
    ];
  const plain = { name: summary, operation, request: () => ({ body }) };
  if (id !== 'updateBusiness') return [plain];
  return [
    plain,
    {
      name: `${summary}, with If-Match`,
      operation,
      request: () => ({ headers: { 'If-Match': '*' }, body }),
    },
    {
      name: `${summary}, with Idempotency-Key`,
      operation,
      request: (turn) => ({ headers: { 'Idempotency-Key': `${UUID}-${turn}` }, body }),
    },
  ];
});

const eventOf = ({ operation, request }: Case, key: string, turn: number): object => {
  const { headers, body } = request(turn);
  const { parameters } = examplesOf(operation);
  const sent = (place: string) =>
    Object.fromEntries(
      operation.parameters.flatMap(({ name, in: where }) => {
        const value = parameters[name];
        return where === place && value !== undefined ? [[name, String(value)]] : [];
      }),
    );
  return {
    httpMethod: operation.method,
    resource: operation.path,
    headers: {
      Accept: '*/*',
      'Content-Type': 'application/json',
      Host: 'api.example',
      'User-Agent': 'partner/1.0',
      'X-Amzn-Trace-Id': TRACE,
      'X-Forwarded-For': '192.0.2.1',
      'x-api-key': key,
      ...sent('header'),
      ...headers,
    },
    pathParameters: sent('path'),
    queryStringParameters: sent('query'),
    body: body === undefined ? null : JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: { requestId: UUID, stage: 'prod', resourcePath: operation.path },
  };
};

interface Tally {
  calls: number;
  readUnits: number;
  writeUnits: number;
}

const READS = new Set(['GetItem', 'BatchGetItem', 'Query']);

interface Capacity {
  readonly CapacityUnits: number;
}

/** Stands before an engine, asks it what each call consumes, and adds that up. */
const startCounter = async (endpoint: string) => {
  const tally: Tally = { calls: 0, readUnits: 0, writeUnits: 0 };
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const target = String(request.headers['x-amz-target']);
      const reply = await fetch(endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': target,
          authorization: String(request.headers.authorization),
          'x-amz-date': String(request.headers['x-amz-date']),
        },
        body: JSON.stringify({ ...JSON.parse(Buffer.concat(chunks).toString()), ReturnConsumedCapacity: 'TOTAL' }),
      });
      const text = await reply.text();
      const consumed = JSON.parse(text).ConsumedCapacity as Capacity | readonly Capacity[] | undefined;
      if (consumed === undefined)
        throw new Error(`The engine does not say what ${target} consumed: ${text.slice(0, 200)}`);
      const units = [consumed].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
      tally.calls++;
      tally[READS.has(target.split('.').at(-1) ?? '') ? 'readUnits' : 'writeUnits'] += units;
      response.writeHead(reply.status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
    } catch (error) {
      response.writeHead(400).end(JSON.stringify({ __type: 'ValidationException', message: (error as Error).message }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What the work consumed. */
    async during(work: () => Promise<unknown>): Promise<Tally> {
      Object.assign(tally, { calls: 0, readUnits: 0, writeUnits: 0 });
      await work();
      return { ...tally };
    },
    close: () => server.close(),
  };
};

/** Loads a bundle again, with a table of its own: it opens it on its first call. */
const loadBundle = async (file: string, mode: string): Promise<Handler> =>
  ((await import(`${file}?${mode}`)) as { handler: Handler }).handler;

const invoke = async (handler: Handler, event: object): Promise<Answer> => {
  const answer = await handler(event, { awsRequestId: UUID, getRemainingTimeInMillis: () => 10_000 });
  if ((answer.statusCode ?? 200) !== 200)
    throw new Error(`A request was answered ${answer.statusCode}: ${answer.body}`);
  return answer;
};

/** Processor time of this thread alone: neither the engine's nor that of other work on the machine. */
const cpuOf = async (turns: number, run: (turn: number) => Promise<unknown>): Promise<number> => {
  const before = process.threadCpuUsage();
  for (let turn = 0; turn < turns; turn++) await run(turn);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / turns;
};

/** The method of each route, by verb and path. */
const methodsOf = (resource: Resource): (readonly [route: string, method: Method])[] => [
  ...[...resource.methods].map(([verb, method]) => [`${verb} ${resource.path}`, method] as const),
  ...resource.children.flatMap(methodsOf),
];

export interface Site {
  readonly endpoint: string;
  /** Where the stack was synthesized. */
  readonly assemblyDirectory: string;
  readonly model: ApiModel;
  readonly memoryOf: (functionId: string) => number;
  /** The stage's format of its access log; empty where it keeps none. */
  readonly accessFormat: string;
}

/** So many keys that each call of the authorizer meets one that it does not know yet. */
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
}: Site): Promise<{ cases: Measurement[]; authorizer: Measurement; rememberedSeconds: number }> => {
  const { table } = await openLocalTarget(endpoint, `cost-${Date.now()}-${process.pid}`);
  const counter = await startCounter(endpoint);
  const fileOf = (entry: string) => join(assemblyDirectory, 'bundles', entry, 'index.mjs');
  const { env } = process;
  const pointAt = (address: string) => Object.assign(env, { TABLE_NAME: table.name, DYNAMODB_ENDPOINT: address });
  const methods = new Map(methodsOf(model.root));
  try {
    await ensureTable(table, model);
    await loadData(table, demoFile, ({ line, reason }) => {
      throw new Error(`line ${line}: ${reason}`);
    });
    const key = await demoKey();
    const measured: Measurement[] = [];
    for (const each of cases) {
      const { name, operation } = each;
      const file = fileOf(operation.entry);
      const functionId = methods.get(`${operation.method} ${operation.path}`)?.functionId ?? '';

      pointAt(counter.endpoint);
      const counted = await loadBundle(file, `counted-${measured.length}`);
      // The first request looks the key up, and the second remembers it.
      await invoke(counted, eventOf(each, key, -2));
      const consumed = await counter.during(() => invoke(counted, eventOf(each, key, -1)));

      pointAt(endpoint);
      const timed = await loadBundle(file, `timed-${measured.length}`);
      for (let turn = 0; turn < WARM_UP; turn++) await invoke(timed, eventOf(each, key, turn));
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
    return { cases: measured, authorizer, rememberedSeconds: ttlSeconds };
  } finally {
    counter.close();
    await removeTable(table);
    table.client.destroy();
  }
};
