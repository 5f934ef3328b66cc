/** The example API behind the local gateway, for tests. */
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Gateway, type GatewayOptions, type RequestLine, startGateway } from '../../tools/local/gateway.ts';
import { exampleTemplate, writeAssembly } from './fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: the echoed event is looked at freely
export const jsonOf = async (reply: Response | Promise<Response>): Promise<any> => (await reply).json();
export const answerOf = async (reply: Response) => [reply.status, await reply.json()];

/** Serves the example API for the tests of a file. Each test finds full buckets, fresh quotas and empty caches. */
export const serveExample = () => {
  const clock = { now: Date.UTC(2026, 10, 21, 5, 17) };
  const lines: RequestLine[] = [];
  const asked: string[] = [];
  const output: string[] = [];
  let assembly: Awaited<ReturnType<typeof writeAssembly>>;
  let gateway: Gateway;

  const findMeteringKey: GatewayOptions['findMeteringKey'] = async (value) => {
    asked.push(value);
    if (value === 'meter-store-down') throw new Error('the store is down');
    if (value === 'meter-unknown') return undefined;
    const plan = value === 'meter-elsewhere' ? 'elsewhere' : 'trial';
    return { id: `id-${value}`, plan, enabled: value !== 'meter-disabled' };
  };
  const start = (options: Partial<GatewayOptions> = {}) =>
    startGateway({
      assemblyDirectory: assembly.directory,
      environment: { DYNAMODB_ENDPOINT: 'here' },
      references: { Table: 'listings' },
      findMeteringKey,
      now: () => clock.now,
      onRequest: (line) => lines.push(line),
      onOutput: ({ stream, text }) => void (stream === 'stderr' && output.push(text)),
      ...options,
    });

  beforeAll(async () => {
    assembly = await writeAssembly(exampleTemplate());
    gateway = await start();
  });
  afterAll(async () => {
    await gateway.close();
    await assembly.remove();
  });
  beforeEach(() => {
    clock.now += 86_400_000;
  });

  const call = (path: string, init: RequestInit = {}) => fetch(gateway.url + path, init);
  return {
    clock,
    /** What was reported of each request, which metering keys were asked for, what was written on stderr. */
    lines,
    asked,
    output,
    address: () => gateway,
    /** Another gateway of the same assembly. */
    start,
    call,
    order: (value: object, headers: Record<string, string> = {}) =>
      call('/order', { method: 'POST', body: JSON.stringify(value), headers }),
    withKey: (key: string, path = '/v1/items/7', method = 'GET') =>
      call(path, { method, headers: { 'x-api-key': key } }),
    /** Sends bytes as they are and reads all that comes until the connection closes. */
    raw: async (text: string): Promise<string> => {
      const socket = connect(gateway.port, '127.0.0.1');
      socket.write(text);
      let answer = '';
      for await (const chunk of socket) answer += chunk;
      return answer;
    },
  };
};
