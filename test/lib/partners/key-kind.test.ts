/** Test keys and others: each kind is refused where it does not belong, before anything is looked up. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as authorizer } from '../../../functions/authorizer.ts';
import { handler as getUsage } from '../../../functions/usage/get-usage.ts';
import { useTable } from '../../../lib/dynamodb/client/environment.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { apiKeyItem, keyHash } from '../../../lib/partners/repository/api-key.ts';
import { newSecret } from '../../../tools/admin/secrets.ts';
import { createTestTable } from '../../support/store.ts';

const TEST_KEY = newSecret(true);
const LIVE_KEY = 'plk_0123456789abcdefghij';
/** As an operator may bring it in a data file. */
const OWN_KEY = 'our-own-key-0123456789abc';
const OWN_TEST_KEY = 'test_partner_key_00001';

let table: Table;
beforeAll(async () => {
  table = await createTestTable();
  // The hashes of all are there, as if a table had been restored from another stage's.
  for (const secret of [TEST_KEY, LIVE_KEY, OWN_KEY, OWN_TEST_KEY])
    await table.put({ Item: apiKeyItem(keyHash(secret), { partnerId: 'acme', plan: 'trial', meteringKey: 'm' }) });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  useTable(undefined);
});

const ask = async (secret: string) => {
  const lines: unknown[] = [];
  vi.spyOn(console, 'info').mockImplementation((line) => void lines.push(line));
  const methodArn = 'arn:aws:execute-api:us-east-1:1:api/stage/GET/v1/usage';
  const event = { headers: { 'x-api-key': secret }, methodArn };
  const { policyDocument, context } = await authorizer(event as unknown as Parameters<typeof authorizer>[0]);
  return { effect: policyDocument.Statement[0]?.Effect, reason: context?.reason };
};

/** The code of a function that is called past the authorizer. */
const codeOf = async (secret: string): Promise<number> => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const event = { httpMethod: 'GET', path: '/v1/usage', headers: { 'x-api-key': secret }, requestContext: {} };
  const { body } = await getUsage(event as never, {} as never);
  return JSON.parse(body).code;
};

const STAGES = [
  { stage: 'a sandbox', SANDBOX: 'true', taken: [TEST_KEY, OWN_TEST_KEY], refused: [LIVE_KEY, OWN_KEY] },
  { stage: 'any other stage', SANDBOX: '', taken: [LIVE_KEY, OWN_KEY, OWN_TEST_KEY], refused: [TEST_KEY] },
];

describe.each(STAGES)('the keys of $stage', ({ SANDBOX, taken, refused }) => {
  it('are let pass by the authorizer', async () => {
    vi.stubEnv('SANDBOX', SANDBOX);
    for (const secret of taken) expect(await ask(secret)).toEqual({ effect: 'Allow', reason: undefined });
  });

  it('are the only ones, whatever the table holds, and no call is made for others', async () => {
    vi.stubEnv('SANDBOX', SANDBOX);
    // A table that can't be asked.
    useTable({} as Table);
    for (const secret of refused) expect(await ask(secret)).toEqual({ effect: 'Deny', reason: 'kind' });
  });

  it('are the only ones for a function too', async () => {
    vi.stubEnv('SANDBOX', SANDBOX);
    for (const secret of refused) expect(await codeOf(secret)).toBe(1161);
  });
});
