/** A sandbox over HTTP, as `npm start -- --sandbox` serves it, and what another stage answers to the same. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { keyText } from '../../lib/dynamodb/table/keys.ts';
import { scanItems } from '../../tools/data/commands/scan.ts';
import { demoKey, writeSandboxDemo } from '../../tools/local/demo.ts';
import { loadData } from '../../tools/local/load-data.ts';
import { type Service, startService } from '../../tools/local/service.ts';
import { synthesizeStage, temporaryDirectory } from '../stack/synthesized.ts';
import { startDemoService } from '../support/demo-service.ts';
import { noted } from '../support/roles/record.ts';

const [testKey, ordinaryKey] = [await demoKey(true), await demoKey()];

let sandbox: Service;
let other: Service;
beforeAll(async () => {
  const { directory: assemblyDirectory } = await synthesizeStage({ stage: 'sandbox', sandbox: true });
  const demo = await writeSandboxDemo(await temporaryDirectory());
  sandbox = await startService({
    ...noted,
    assemblyDirectory,
    tableName: `sandbox-${randomUUID()}`,
    load: async (table) => {
      await loadData(table, demo, ({ reason }) => {
        throw new Error(reason);
      });
    },
  });
  other = await startDemoService();
  return async () => {
    await sandbox.close();
    await other.close();
  };
});
afterAll(() => vi.restoreAllMocks());

const ask = async ({ url }: Service, key: string, method = 'POST', path = '/v1/sandbox/reset') => {
  const response = await fetch(`${url}${path}`, { method, headers: { 'x-api-key': key } });
  // biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
  return { status: response.status, body: (await response.json()) as any };
};

const REFUSED = { status: 401, body: { code: 1161, message: 'Invalid API key' } };

describe('a sandbox', () => {
  it('takes test keys alone, and another stage takes none of them', async () => {
    const path = '/v1/business/700101';
    expect((await ask(sandbox, testKey, 'GET', path)).status).toBe(200);
    expect(await ask(sandbox, ordinaryKey, 'GET', path)).toEqual(REFUSED);
    expect((await ask(other, ordinaryKey, 'GET', path)).status).toBe(200);
    expect(await ask(other, testKey, 'GET', path)).toEqual(REFUSED);
  });

  it('loads the demo data again; another stage has no such path', async () => {
    expect((await ask(other, ordinaryKey)).status).toBe(404);
    const { status, body } = await ask(sandbox, testKey);
    expect([status, body.locations.length]).toEqual([200, 3]);
    for (const number of [
      body.accountNumber,
      ...body.locations.map((each: { businessNumber: number }) => each.businessNumber),
    ])
      expect((await ask(sandbox, testKey, 'GET', `/v1/business/${number}`)).status).toBe(200);
    expect((await ask(sandbox, testKey, 'GET', '/v1/business/700101')).status).toBe(404);
    // Of what was deleted the stream takes the rest: contacts, pointers, reviews, responses, users, subscriptions.
    const left = async () => {
      const keys: string[] = [];
      for await (const { pk, sk } of scanItems(sandbox.table))
        if (/^P#orchard#(?:ACCOUNT|BUSINESS)#700\d{3}(?:#|$)/.test(String(pk)) && sk !== 'DELETED')
          keys.push(keyText({ pk, sk }));
      // The entries of the feed expire.
      return keys.filter((key) => !/#(?:CREATION|ERASED|CHANGES)/.test(key));
    };
    await expect.poll(left, { timeout: 150_000, interval: 1500 }).toEqual([]);
  });
});
