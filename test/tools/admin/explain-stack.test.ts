/** `explain` against a stage: the stack names the log groups, which are searched page by page, and AWS may throttle the search. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { SourceMap } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allOperations } from '../../../lib/operations.ts';
import { createLogStore, type LogStore } from '../../../tools/local/logs/log-store.ts';
import { type LogServer, startLogServer } from '../../../tools/local/logs/server.ts';
import { localGroups } from '../../../tools/log-groups.ts';
import { type Deployed, deploy } from './deployed.ts';
import { runHere } from './in-process.ts';

const HOUR = 3_600_000;
const outputs = {
  AccessLogGroup: localGroups.access,
  OperationLogGroup: localGroups.operations,
  AuthorizerLogGroup: localGroups.authorizer,
};

let deployed: Deployed;
let store: LogStore;
let logs: LogServer;
let pages: Server;
/** How long ago what is written now was written, in milliseconds. */
let ago = 0;
/** So many calls are throttled. */
let throttled = 0;
/** No log group is there any more. */
let isDeleted = false;
let searched: string[] = [];

beforeAll(async () => {
  deployed = await deploy();
  store = createLogStore(
    () => false,
    () => Date.now() - ago,
  );
  logs = await startLogServer(store);
  // CloudWatch Logs searches a part of a group at a time: a page may be empty while there is more.
  pages = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { nextToken, ...asked } = JSON.parse(Buffer.concat(chunks).toString());
    searched.push(asked.logGroupName);
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    if (throttled-- > 0) {
      response.writeHead(400).end(JSON.stringify({ __type: 'ThrottlingException', message: 'Rate exceeded' }));
      return;
    }
    if (isDeleted) {
      const gone = { __type: 'ResourceNotFoundException', message: 'The specified log group does not exist.' };
      response.writeHead(400).end(JSON.stringify(gone));
      return;
    }
    if (nextToken === undefined) return void response.end(JSON.stringify({ events: [], nextToken: 'more' }));
    const reply = await fetch(logs.endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': String(request.headers['x-amz-target']) },
      body: JSON.stringify(asked),
    });
    response.writeHead(reply.status).end(await reply.text());
  }).listen(0, '127.0.0.1');
  await once(pages, 'listening');
});
afterAll(async () => {
  pages.closeAllConnections();
  pages.close();
  await logs.close();
  await deployed.close();
});
beforeEach(() => {
  [ago, throttled, searched, isDeleted] = [0, 0, [], false];
  process.env.AWS_ENDPOINT_URL_CLOUDWATCH_LOGS = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const stack = deployed.aws.stacks.get('PartnerListingApi')!;
  stack.outputs = { TableName: deployed.table.name, ...outputs };
});

let ids = 0;
/** An id that only this test has, and what the gateway writes of its request. */
const answered = (line: object): string => {
  const requestId = `c6af9ac6-7b61-11e6-9a41-${String(++ids).padStart(12, '0')}`;
  const dashes = { partner: '-', keyId: '-', reason: '-', errorType: '-' };
  const whole = { ...dashes, requestId, method: 'GET', resource: '/v1/usage', ...line };
  store.append(localGroups.access, JSON.stringify(whole));
  return requestId;
};
const ours = { partner: 'ours', keyId: '0123456789ab' };
const explain = (...args: string[]) => runHere(['explain', ...args]);

describe('explain, by the logs of a stage', () => {
  test('a request without a fault: one line, in the access log', async () => {
    const { status, stdout } = await explain(answered({ ...ours, status: '200' }));
    expect([status, stdout]).toEqual([0, 'GET /v1/usage of partner ours, key 0123456789ab: 200.\n  It succeeded.\n']);
    expect(new Set(searched)).toEqual(new Set(Object.values(localGroups)));
  });

  test('a request that a function refused: its line stands in another group', async () => {
    const requestId = answered({ ...ours, status: '400' });
    const message = {
      requestId,
      partner: 'ours',
      operation: 'updateBusiness',
      status: 400,
      code: 1055,
      field: 'phone',
    };
    store.append(localGroups.operations, JSON.stringify({ level: 'INFO', message }));
    const { stdout } = await explain(requestId);
    expect(stdout).toContain('updateBusiness of partner ours, key 0123456789ab: 400.');
    expect(stdout).toContain('for the field phone');
  });

  test('a fault names the lines of our sources, also next to lines that are no JSON', async () => {
    const requestId = answered({ ...ours, status: '500' });
    const { sourceMapOf } = await import('../../../cdk/build/bundle.ts');
    const { entry, module } = allOperations.find(({ id }) => id === 'getUsage')!;
    const map = new SourceMap(JSON.parse(await sourceMapOf(`functions/${module}/${entry}.ts`)));
    const positions = Array.from({ length: 4000 }, (_, index) => [1 + (index % 40), 1 + 250 * Math.floor(index / 40)]);
    const sourceAt = ([line, column]: number[]) =>
      map.findOrigin(line!, column!) as { fileName?: string; lineNumber?: number };
    const own = positions.find((at) => sourceAt(at).fileName?.startsWith('lib/'))!;
    const { fileName, lineNumber } = sourceAt(own);
    const stack = `    at h (file:///var/task/index.mjs:1:2000)\n    at async g (file:///var/task/index.mjs:${own.join(':')})`;
    const error = { name: 'TypeError', message: 'x is not a function', stack };
    const message = { requestId, partner: 'ours', operation: 'getUsage', status: 500, code: 1111, error };
    store.append(localGroups.operations, `INIT_START Runtime Version: nodejs ${requestId}`);
    store.append(localGroups.operations, JSON.stringify({ level: 'ERROR', message }));
    const { stdout } = await explain(requestId, '--sources');
    // The first frame is of a package.
    expect(stdout).toContain(`In the sources that are checked out: ${fileName}:${lineNumber}.`);
    expect((await explain(requestId)).stdout).not.toContain('In the sources');
  });

  test('a request that the authorizer refused', async () => {
    const requestId = answered({ ...ours, status: '401', errorType: 'ACCESS_DENIED', reason: 'revoked' });
    const message = { requestId, partner: 'ours', key: '0123456789ab', status: 401, code: 1161, reason: 'revoked' };
    store.append(localGroups.authorizer, JSON.stringify({ level: 'INFO', message }));
    const { stdout } = await explain(requestId);
    expect(stdout).toContain('its key was revoked');
    expect(stdout).toContain('npm run admin -- keys list --partner ours');
  });

  test.each([
    ['THROTTLED', 'exceeded the rate limit of the key’s plan, or of the stage', 'keys explain --partner ours'],
    ['QUOTA_EXCEEDED', 'the quota of the plan is used up', 'usage --partner ours'],
  ])('a request that was throttled: %s', async (errorType, words, command) => {
    const { stdout } = await explain(answered({ ...ours, status: '429', errorType }));
    expect(stdout).toContain(words);
    expect(stdout).toContain('Code 89');
    expect(stdout).toContain(`npm run admin -- ${command}`);
  });

  test('a log group that was deleted by hand is named', async () => {
    isDeleted = true;
    const { status, stderr } = await explain(answered({ ...ours, status: '200' }));
    expect(status).toBe(4);
    expect(stderr).toMatch(/^The log group \S+ does not exist: .* aws logs create-log-group --log-group-name \S+\n$/);
  });

  test('one of yesterday is looked for where its option says so', async () => {
    ago = 30 * HOUR;
    const requestId = answered({ ...ours, status: '200' });
    const { status, stderr } = await explain(requestId);
    expect([status, stderr]).toEqual([4, expect.stringContaining('in the last 24 hours. Look further back')]);
    expect((await explain(requestId, '--since', '2d')).status).toBe(0);
  });

  test('one that no log has', async () => {
    const { status, stderr } = await explain('00000000-0000-0000-0000-000000000000');
    expect([status, stderr]).toEqual([4, expect.stringMatching(/^No log has a line of request 0{8}-.*\n$/)]);
  });

  test('a stage without access logs, and a stack of before there were names of groups', async () => {
    const stack = deployed.aws.stacks.get('PartnerListingApi')!;
    stack.outputs = { OperationLogGroup: localGroups.operations, AuthorizerLogGroup: localGroups.authorizer };
    const requestId = `c6af9ac6-7b61-11e6-9a41-${String(++ids).padStart(12, '0')}`;
    const message = { requestId, operation: 'getContact', status: 404, code: 5043 };
    store.append(localGroups.operations, JSON.stringify({ level: 'INFO', message }));
    expect((await explain(requestId)).stdout).toContain('getContact: 404.');
    stack.outputs = {};
    const { status, stderr } = await explain(requestId);
    expect([status, stderr]).toEqual([4, expect.stringContaining('has no outputs for its logs. Deploy it again')]);
  });

  test('a search that AWS throttles is tried again, and given up with a word of that', async () => {
    const requestId = answered({ ...ours, status: '200' });
    throttled = 2;
    expect((await explain(requestId)).status).toBe(0);
    throttled = 1000;
    const { status, stderr } = await explain(requestId);
    expect([status, stderr]).toEqual([5, expect.stringMatching(/^AWS throttles the call .*\n$/)]);
  });
});
