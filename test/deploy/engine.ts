/**
 * The CloudFormation engine that stands for AWS in `npm run test:deploy`: ministack (`pip install ministack`), with API Gateway,
 * Lambda, DynamoDB and the rest behind it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { APIGatewayClient, paginateGetRestApis } from '@aws-sdk/client-api-gateway';

export interface Engine {
  readonly url: string;
  /** What leads the SDK, the CDK and the functions to it. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const REGION = 'us-east-1';
const CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'test' };
/** What is put right in the engine before it starts. */
const workarounds = join(import.meta.dirname, 'ministack');
const START_MILLISECONDS = 60_000;

/** Why nothing can be deployed here, if so. */
export const engineMissing = (): string | undefined =>
  spawnSync('ministack', ['--help']).error && 'ministack is not on the PATH (pip install ministack)';

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => void child.once('exit', () => resolve()));

/** Starts an empty engine. @param log - the file that takes what it prints */
export const startEngine = async (log: string): Promise<Engine> => {
  const port = await freePort();
  const output = openSync(log, 'w');
  const child = spawn('ministack', [], {
    stdio: ['ignore', output, output],
    env: { ...process.env, GATEWAY_PORT: String(port), MINISTACK_HOST: 'localhost', PYTHONPATH: workarounds },
  });
  const url = `http://localhost:${port}`;
  // Also where this process is ended: an engine that is left behind holds its port and its functions.
  const end = () => void child.kill();
  process.once('exit', end);
  const stop = async () => {
    process.off('exit', end);
    child.kill();
    // Functions that run are its children, and it waits for them.
    const isGone = await Promise.race([ended(child).then(() => true), pause(10_000, false)]);
    if (!isGone) child.kill('SIGKILL');
    await ended(child);
  };
  for (const start = Date.now(); ; await pause(200)) {
    if (child.exitCode !== null) throw new Error(`The engine ended with status ${child.exitCode}: see ${log}`);
    if (Date.now() - start > START_MILLISECONDS) {
      await stop();
      throw new Error(`The engine does not answer at ${url}: see ${log}`);
    }
    const reply = await fetch(`${url}/_ministack/health`).catch(() => undefined);
    if (reply?.ok) break;
  }
  return {
    url,
    environment: {
      AWS_ENDPOINT_URL: url,
      AWS_REGION: REGION,
      AWS_DEFAULT_REGION: REGION,
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    },
    stop,
  };
};

/** The settings of a client of the SDK that asks the engine. */
export const clientSettings = ({ url }: Engine) => ({ endpoint: url, region: REGION, credentials: CREDENTIALS });

/** Where a stage's API answers, as soon as its stack is there. */
export const addressOf = async (engine: Engine, stack: string, stage: string): Promise<string | undefined> => {
  const client = new APIGatewayClient(clientSettings(engine));
  try {
    for await (const { items = [] } of paginateGetRestApis({ client }, {}))
      for (const { id, name } of items)
        if (name === stack) return `${engine.url}/restapis/${id}/${stage}/_user_request_`;
    return undefined;
  } finally {
    client.destroy();
  }
};

/** What the engine holds of a kind, by calls that no client of ours makes: it does not look at their signatures. */
const asked = async ({ url }: Engine, service: string, init: RequestInit & { path?: string } = {}): Promise<string> => {
  const credential = `test/20260101/${REGION}/${service}/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=none`;
  const reply = await fetch(`${url}${init.path ?? '/'}`, { ...init, headers: { ...init.headers, authorization } });
  if (!reply.ok) throw new Error(`${service} answers ${reply.status}: ${await reply.text()}`);
  return reply.text();
};

const jsonCall = async (engine: Engine, service: string, target: string): Promise<Record<string, unknown>> =>
  JSON.parse(
    await asked(engine, service, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
      body: '{}',
    }),
  );

/** The names of all tables, buckets and log groups: what a stack may leave behind. */
export const dataOf = async (engine: Engine) => {
  const { TableNames } = await jsonCall(engine, 'dynamodb', 'DynamoDB_20120810.ListTables');
  const { logGroups } = await jsonCall(engine, 'logs', 'Logs_20140328.DescribeLogGroups');
  const buckets = [...(await asked(engine, 's3')).matchAll(/<Name>([^<]+)<\/Name>/g)].map(([, name]) => name!);
  return {
    tables: TableNames as string[],
    // The bootstrap's holds the bundles.
    buckets: buckets.filter((name) => !name.startsWith('cdk-')),
    logGroups: (logGroups as { logGroupName: string }[]).map(({ logGroupName }) => logGroupName),
  };
};

/** Which types of resources the engine does not know: it says so of a template that holds one of each. */
export const unknownTypes = async (engine: Engine, types: ReadonlySet<string>): Promise<ReadonlySet<string>> => {
  const Resources = Object.fromEntries([...types].map((Type, index) => [`R${index}`, { Type }]));
  const form = { Action: 'ValidateTemplate', Version: '2010-05-15', TemplateBody: JSON.stringify({ Resources }) };
  const text = await asked(engine, 'cloudformation', { method: 'POST', body: new URLSearchParams(form) }).catch(
    (error: Error) => error.message,
  );
  const [, named = ''] = /Unrecognized resource types: \[([^\]]*)\]/.exec(text) ?? [];
  return new Set(named.split(', ').filter((type) => type !== ''));
};

/** Makes a hosted zone, and says its id. */
export const makeHostedZone = async (engine: Engine, name: string): Promise<string> => {
  const body = `<CreateHostedZoneRequest xmlns="https://route53.amazonaws.com/doc/2013-04-01/"><Name>${name}</Name><CallerReference>${name}</CallerReference></CreateHostedZoneRequest>`;
  const text = await asked(engine, 'route53', { method: 'POST', path: '/2013-04-01/hostedzone', body });
  const [, id] = /<Id>(?:\/hostedzone\/)?([A-Z0-9]+)<\/Id>/.exec(text) ?? [];
  if (!id) throw new Error(`The engine made no hosted zone: ${text}`);
  return id;
};
