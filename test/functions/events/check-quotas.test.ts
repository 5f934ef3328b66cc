/** How much of their quotas partners have used, by API Gateway's counts. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/events/check-quotas.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { localEnvironment } from '../../../tools/local-credentials.ts';

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
  vi.stubEnv('QUOTA_PLANS', 'trial:1000:trial standard:1000000:standard');
  vi.spyOn(clock, 'now').mockReturnValue(Date.UTC(2026, 10, 22, 12));
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
      // More than one page of keys too, and one that no command has made.
      if (url.startsWith('/usageplans/trial/keys'))
        return url.includes('position=')
          ? { item: [{ id: 'm2', name: 'PartnerListingApi_acme_trial', value: 'not to be read' }] }
          : { item: [{ id: 'm1', name: 'by hand' }], position: 'k/2' };
      if (!url.startsWith('/usageplans/trial/')) return { values: { m9: [[10, 999_990]] } };
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
      '/usageplans/trial/usage?endDate=2026-11-22&limit=500&startDate=2026-11-22',
      '/usageplans/trial/usage?endDate=2026-11-22&limit=500&position=p%2F2&startDate=2026-11-22',
      '/usageplans/trial/keys?limit=500',
      '/usageplans/trial/keys?limit=500&position=k%2F2',
      '/usageplans/standard/usage?endDate=2026-11-22&limit=500&startDate=2026-11-22',
    ]);
  });

  it('shows the share also where the partner is unknown', async () => {
    answer = (url) => (url.includes('/keys?') ? undefined : { values: { m1: [[999, 1]] } });
    vi.stubEnv('QUOTA_PLANS', 'trial:1000:trial');
    await run();
    expect(lines).toEqual([
      { partner: 'unknown', plan: 'trial', meteringKey: 'm1', quotaUsed: 99 },
      { mostQuotaUsed: 99 },
    ]);
  });

  it('looks up the partners of each plan', async () => {
    answer = (url) =>
      url.includes('/standard/keys?')
        ? { item: [{ id: 'm7', name: 'PartnerListingApi_acme_standard' }] }
        : { values: url.includes('/standard/') ? { m7: [[900_000, 100_000]] } : {} };
    await run();
    expect(lines).toEqual([
      { partner: 'acme', plan: 'standard', meteringKey: 'm7', quotaUsed: 90 },
      { mostQuotaUsed: 90 },
    ]);
  });

  it('reports the 500 closest, as a metric filter takes fewer than 1,000 partners', async () => {
    const values = Object.fromEntries(
      Array.from({ length: 700 }, (_, index) => [`m${index}`, [[0, index % 2 === 0 ? 10 : 100]]] as const),
    );
    answer = (url) => (url.includes('/keys?') ? undefined : { values });
    vi.stubEnv('QUOTA_PLANS', 'trial:1000:trial');
    await run();
    const shares = lines.map((line) => (line as { quotaUsed?: number }).quotaUsed);
    expect(shares).toHaveLength(501);
    expect(shares.filter((share) => share === 99)).toHaveLength(350);
  });

  it.each(['trial', 'standard'])('reports the other plans where %s cannot be read, and fails', async (unread) => {
    answer = (url) => {
      if (url.includes('/keys?')) return { item: [{ id: 'm2', name: 'PartnerListingApi_acme' }] };
      return url.startsWith(`/usageplans/${unread}/`) ? undefined : { values: { m2: [[900, 99]] } };
    };
    await expect(run()).rejects.toThrow('NotFoundException');
    expect(lines).toEqual([expect.objectContaining({ meteringKey: 'm2', quotaUsed: unread === 'trial' ? 99 : 90 })]);
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
