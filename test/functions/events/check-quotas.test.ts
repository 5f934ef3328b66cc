/** How much of their quotas partners have used, by API Gateway's counts. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { localEnvironment } from '../../../cdk/tools/local-credentials.ts';
import { handler } from '../../../functions/events/check-quotas.ts';
import { sources } from '../../../lib/dynamodb/sources.ts';

let asked: string[];
let answer: (url: string) => unknown;
const server = createServer((request, response: ServerResponse) => {
  asked.push(request.url ?? '');
  const body = answer(request.url ?? '');
  if (body === undefined) response.writeHead(404, { 'x-amzn-ErrorType': 'NotFoundException' }).end('{}');
  else response.end(JSON.stringify(body));
});

let lines: unknown[];
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  [asked, lines] = [[], []];
  vi.stubEnv('AWS_ENDPOINT_URL_API_GATEWAY', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  for (const [name, value] of Object.entries(localEnvironment)) vi.stubEnv(name, value);
  vi.stubEnv('QUOTA_PLANS', 'trial:1000:plan1 standard:1000000:plan2');
  vi.spyOn(sources, 'now').mockReturnValue(Date.UTC(2026, 10, 22, 12));
  vi.spyOn(console, 'info').mockImplementation((line) => void lines.push(line));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const run = () => handler({}, { getRemainingTimeInMillis: () => 25_000 });

describe('Check quotas', () => {
  it('names whoever has used more than 80%, and writes the highest share of all', async () => {
    answer = (url) => {
      if (url.startsWith('/apikeys/')) return { id: 'm2', customerId: 'acme', value: 'not to be read' };
      if (!url.startsWith('/usageplans/plan1/')) return { values: { m9: [[10, 999_990]] } };
      // More than one page.
      return url.includes('position=')
        ? { values: { m2: [[900, 99]], m3: [[5, 1200]] } }
        : { values: { m1: [[3, 200]] }, position: 'p/2' };
    };
    await run();
    expect(lines).toEqual([
      { partner: 'acme', plan: 'trial', meteringKey: 'm2', quotaUsed: 90 },
      { mostQuotaUsed: 90 },
    ]);
    expect(asked).toEqual([
      '/usageplans/plan1/usage?endDate=2026-11-22&limit=500&startDate=2026-11-22',
      '/usageplans/plan1/usage?endDate=2026-11-22&limit=500&position=p%2F2&startDate=2026-11-22',
      '/apikeys/m2',
      '/usageplans/plan2/usage?endDate=2026-11-22&limit=500&startDate=2026-11-22',
    ]);
  });

  it('tells the share also where the partner cannot be told', async () => {
    answer = (url) => (url.startsWith('/apikeys/') ? undefined : { values: { m1: [[999, 1]] } });
    vi.stubEnv('QUOTA_PLANS', 'trial:1000:plan1');
    await run();
    expect(lines).toEqual([
      { partner: 'unknown', plan: 'trial', meteringKey: 'm1', quotaUsed: 99 },
      { mostQuotaUsed: 99 },
    ]);
  });

  it('fails where there are no counts, so that no share stands for all is well', async () => {
    answer = () => undefined;
    await expect(run()).rejects.toThrow('NotFoundException');
    expect(lines).toEqual([]);
  });

  it('asks nothing where no plan has a quota', async () => {
    vi.stubEnv('QUOTA_PLANS', '');
    await run();
    expect([asked, lines]).toEqual([[], [{ mostQuotaUsed: 0 }]]);
  });
});
