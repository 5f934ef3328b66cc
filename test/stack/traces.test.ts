/** The layer that traces calls: what it sends, of which calls. */
import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { bundleTraces, TRACES_FILE } from '../../cdk/build/traces.ts';

let directory: string;
let layer: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'traces-'));
  const bundle = await bundleTraces(directory);
  expect(bundle.packages).toContain('node_modules/aws-xray-sdk-core');
  layer = join(bundle.directory, TRACES_FILE);
});
afterAll(() => rm(directory, { recursive: true }));

/** A function's calls: of the table, one of which it refuses, and one to a webhook. */
const CALLS = `
  import http from 'node:http';
  const { functionClient } = await import(process.argv[1]);
  const call = functionClient(process.argv[2]);
  await call('GetItem', { TableName: 'none', Key: { pk: { S: 'Ada' } } }).catch(() => {});
  await new Promise((done) => {
    const path = '/hook?token=hidden';
    http.get(new URL(path, process.argv[2]), (answer) => answer.resume().on('end', done)).on('error', done);
  });
`;

const sentBy = async (sampled: 0 | 1): Promise<string[]> => {
  const daemon = createSocket('udp4').bind(0, '127.0.0.1');
  await once(daemon, 'listening');
  const sent: string[] = [];
  daemon.on('message', (text) => void sent.push(text.toString()));
  const client = join(projectRoot, 'lib/dynamodb/client/client.ts');
  await promisify(execFile)(
    process.execPath,
    [`--import=${layer}`, '--input-type=module', '--eval', CALLS, client, inject('endpoint')],
    {
      env: {
        ...process.env,
        ...{ NODE_OPTIONS: '', LAMBDA_TASK_ROOT: '/var/task', AWS_XRAY_CONTEXT_MISSING: 'IGNORE_ERROR' },
        ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
        AWS_XRAY_DAEMON_ADDRESS: `127.0.0.1:${daemon.address().port}`,
        _X_AMZN_TRACE_ID: `Root=1-65a1b2c3-0123456789abcdef01234567;Parent=0123456789abcdef;Sampled=${sampled}`,
      },
    },
  );
  daemon.close();
  return sent;
};

it('sends a subsegment for each signed call of a sampled request, without a value of it', async () => {
  const sent = await sentBy(1);
  expect(sent).toHaveLength(1);
  expect(JSON.parse(sent[0]!.split('\n')[1]!)).toEqual({
    ...{ id: expect.any(String), type: 'subsegment', name: 'DynamoDB', namespace: 'aws' },
    ...{ trace_id: '1-65a1b2c3-0123456789abcdef01234567', parent_id: '0123456789abcdef' },
    ...{ start_time: expect.any(Number), end_time: expect.any(Number), error: true },
    aws: { operation: 'GetItem', region: 'us-east-1' },
    http: { response: { status: 400 } },
  });
  expect(await sentBy(0)).toEqual([]);
});
