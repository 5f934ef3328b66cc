/** The smoke test's valid requests with the records of a partner who has none of the demo's records and users. */
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { beforeAll, expect, test } from 'vitest';
import { operations } from '../../../lib/operations.ts';
import type { Send } from '../../../tools/admin/smoke/check.ts';
import { operationChecks } from '../../../tools/admin/smoke/operations.ts';
import { handlerOf } from '../../contract/sample-call.ts';
import { openWorld } from '../../support/opened-world.ts';
import { useTestBucket } from '../../support/test-bucket.ts';
import { KEYS } from '../../support/world.ts';

const own = { business: 101, account: 100, competitor: 301, email: 'ada@mail.example' };
const context = { awsRequestId: 'smoke', getRemainingTimeInMillis: () => 25_000 } as Context;

const routes = operations.map((operation) => ({
  operation,
  route: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

/** Calls the functions without a gateway. */
const send: Send = async ({ method, path = '', headers = {}, body }) => {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const found = routes.find(({ operation, route }) => operation.method === method && route.test(pathname))!;
  const handler = await handlerOf(found.operation);
  const reply = await handler(
    {
      headers,
      pathParameters: { ...found.route.exec(pathname)?.groups },
      queryStringParameters: Object.fromEntries(searchParams),
      body: body ?? null,
      isBase64Encoded: false,
      requestContext: { requestId: 'smoke' },
    } as unknown as APIGatewayProxyEvent,
    context,
  );
  const shown = Object.entries(reply.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { status: reply.statusCode, headers: Object.fromEntries(shown), text: reply.body };
};

beforeAll(async () => {
  await openWorld();
  await useTestBucket();
});

test.each([false, true])('each is answered, or skipped if it needs a record of the demo (write: %s)', async (write) => {
  const checks = operationChecks({ key: KEYS.ours, send }, { ...own, write });
  const right = checks.filter(({ name, kind }) => kind === 'hold' && name.endsWith(': right'));
  const failed: unknown[] = [];
  for (const { name, run } of right) {
    const { ok, result } = await run();
    if (!ok) failed.push([name, result]);
  }
  expect(failed).toEqual([]);
  expect(right.length).toBeGreaterThan(50);
});
