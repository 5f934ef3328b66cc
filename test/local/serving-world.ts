/** The whole service with the records of a test: the gateway, the authorizer, the bundles and a DynamoDB engine. */
import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest';
import type { RequestLine } from '../../tools/local/gateway.ts';
import { type Service, startService } from '../../tools/local/service.ts';
import { bringOnce } from '../support/kept-records.ts';
import { loadAll } from '../support/load.ts';
import { noted } from '../support/roles/record.ts';
import { createTestTable } from '../support/store.ts';
import { KEYS, world } from '../support/world.ts';

export interface Ask {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export const contactPath = '/v1/customer-v2/external/getCustomer?businessId=100';

/** An error as the service words it, to the byte. */
export const error = (status: number, code: number, message: string) => ({
  status,
  text: JSON.stringify({ code, message }),
});

/** @param records - next to those of the world */
export const serveWorld = (records: readonly object[] = []) => {
  let service: Service;
  const clock = { now: Date.UTC(2026, 0, 1) };
  const lines: RequestLine[] = [];

  beforeAll(async () => {
    const { name } = await createTestTable();
    service = await startService({
      ...noted,
      assemblyDirectory: inject('assemblyDirectory'),
      tableName: name,
      requestsOnly: true,
      now: () => clock.now,
      onRequest: (line) => lines.push(line),
      onOutput: () => {},
      load: async (table) => {
        await bringOnce(table, world);
        await loadAll(table, records);
      },
    });
  });
  afterAll(() => service.close());
  // Each test finds full buckets and empty caches.
  beforeEach(() => {
    clock.now += 3_600_000;
  });

  const ask = async (method: string, path: string, { key = KEYS.ours, headers, body }: Ask = {}) => {
    const reply = await fetch(service.url + path, {
      method,
      headers: {
        ...(key !== null && { 'x-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, text, body: text === '' ? undefined : JSON.parse(text), headers: reply.headers };
  };
  const errorOf = async (...request: Parameters<typeof ask>) => {
    const { status, text, headers } = await ask(...request);
    expect(headers.get('content-type')).toBe('application/json');
    return { status, text };
  };
  return { ask, errorOf, clock, lines, url: () => service.url, logs: () => service.logsEndpoint };
};
