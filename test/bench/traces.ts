/**
 * What the layer of `traceCalls` costs: processor time of a start and of a call (docs/watching.md: traces).
 * `node test/bench/traces.ts`
 */
import { fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { bundleFunctions } from '../../cdk/build/bundle.ts';
import { bundleTraces, TRACES_FILE } from '../../cdk/build/traces.ts';
import { nodeOptions } from '../../cdk/stack/endpoint-function.ts';
import { scratchFolder } from '../../tools/scratch-folder.ts';

const RUNS = 7;
const CALLS = 500;
const TRACE = 'Root=1-65a1b2c3-0123456789abcdef01234567;Parent=0123456789abcdef;Sampled=';

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const measureAll = async (): Promise<void> => {
  const scratch = await scratchFolder('bench-traces-');
  const bundles = await bundleFunctions(scratch.path, ['functions/contacts/get-contact.ts']);
  const layer = join((await bundleTraces(join(scratch.path, 'layer'))).directory, TRACES_FILE);
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}'));
  }).listen(0, '127.0.0.1');
  const daemon = createSocket('udp4').bind(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(daemon, 'listening')]);
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const environment = {
    ...process.env,
    ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local', TABLE_NAME: 't' },
    ...{ LAMBDA_TASK_ROOT: '/var/task', AWS_XRAY_CONTEXT_MISSING: 'IGNORE_ERROR' },
    AWS_XRAY_DAEMON_ADDRESS: `127.0.0.1:${daemon.address().port}`,
  };
  const variants = {
    'without the layer': { args: [], sampled: 1 },
    'with it, of a request that is not sampled': { args: [`--import=${layer}`], sampled: 0 },
    'with it, of one that is': { args: [`--import=${layer}`], sampled: 1 },
  };
  const found = new Map<string, { started: number; each: number }[]>();
  for (let run = 0; run < RUNS; run++)
    for (const [name, { args, sampled }] of Object.entries(variants)) {
      const child = fork(
        join(import.meta.dirname, 'traces-child.ts'),
        [join(bundles['get-contact']!, 'index.mjs'), endpoint, String(CALLS)],
        {
          execArgv: [...nodeOptions.split(' '), ...args],
          env: { ...environment, _X_AMZN_TRACE_ID: `${TRACE}${sampled}` },
        },
      );
      const [message] = await once(child, 'message');
      found.set(name, [...(found.get(name) ?? []), message]);
      child.kill();
    }
  for (const [name, all] of found)
    console.log(
      `${name}: a start ${median(all.map(({ started }) => started)).toFixed(1)} ms, a call ${(1000 * median(all.map(({ each }) => each))).toFixed(0)} µs of processor time`,
    );
  server.close();
  daemon.close();
  await scratch.remove();
};

await measureAll();
