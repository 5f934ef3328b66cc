/** The gateway's authorizer: whose key it is, and which there is none. */
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/authorizer.ts';
import { useTable } from '../../lib/dynamodb/client/environment.ts';
import { StoreUnavailable } from '../../lib/dynamodb/client/outcomes.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { keyHash, keyId } from '../../lib/partners/repository/api-key.ts';
import { load } from '../support/load.ts';
import { createTestTable } from '../support/store.ts';
import { KEYS, world } from '../support/world.ts';

let table: Table;
beforeAll(async () => {
  table = await createTestTable();
  expect(await load(table, world)).toEqual([]);
});
afterEach(() => {
  vi.restoreAllMocks();
  useTable(undefined);
  vi.unstubAllEnvs();
});

const ARN = 'arn:aws:execute-api:us-east-1:1:api/stage/PUT/v1/business/101';
const ask = (headers: Record<string, string>, multiValueHeaders?: Record<string, string[]>, more: object = {}) =>
  handler({ headers, multiValueHeaders, methodArn: ARN, ...more } as unknown as APIGatewayRequestAuthorizerEvent);
const effectOf = async (...asked: Parameters<typeof ask>) => {
  const { policyDocument } = await ask(...asked);
  return policyDocument.Statement.map(({ Effect }) => Effect);
};

describe('the authorizer', () => {
  it('lets a key pass on the whole stage, with its partner, its plan and the key that meters it', async () => {
    for (const name of ['x-api-key', 'X-API-KEY']) {
      const answer = await ask({ [name]: ` ${KEYS.ours} ` });
      expect(answer).toMatchObject({
        principalId: 'ours',
        usageIdentifierKey: expect.stringMatching(/./),
        context: { partnerId: 'ours', plan: 'enterprise' },
      });
      expect(answer.policyDocument.Statement).toEqual([
        {
          Action: 'execute-api:Invoke',
          Effect: 'Allow',
          Resource: 'arn:aws:execute-api:us-east-1:1:api/stage/*',
        },
      ]);
      expect(JSON.stringify(answer)).not.toContain(KEYS.ours);
    }
  });

  it('names the limits of the plan, by the plans that it was deployed with', async () => {
    const contextWith = async (plans: string) => {
      vi.stubEnv('USAGE_PLANS', plans);
      return (await ask({ 'x-api-key': KEYS.ours })).context;
    };
    expect(await contextWith('trial:2:5 enterprise:500:1000:7:DAY')).toEqual({
      partnerId: 'ours',
      plan: 'enterprise',
      keyId: keyId(keyHash(KEYS.ours)),
      ratePolicy: '"rate";q=500;w=1, "quota";q=7;w=86400',
    });
    expect(await contextWith('trial:2:5')).toEqual({
      partnerId: 'ours',
      plan: 'enterprise',
      keyId: keyId(keyHash(KEYS.ours)),
    });
  });

  it('denies a key that is unknown, revoked or expired', async () => {
    for (const key of ['short', 'x'.repeat(40), KEYS.revoked, KEYS.expired, `${KEYS.ours}x`]) {
      expect(await effectOf({ 'x-api-key': key })).toEqual(['Deny']);
    }
  });

  it('says whose key it denies, and why, to the gateway and to its own log', async () => {
    vi.stubEnv('IP_HASH_KEY', 'a key of this test');
    const lines: unknown[] = [];
    vi.spyOn(console, 'info').mockImplementation((line) => void lines.push(line));
    const about = { requestId: 'r-1', route: 'PUT /v1/business/{businessId}', status: 401, code: 1161 };
    const ip = expect.stringMatching(/^[0-9a-f]{16}$/);
    const request = {
      httpMethod: 'PUT',
      resource: '/v1/business/{businessId}',
      requestContext: { requestId: 'r-1', identity: { sourceIp: '203.0.113.77' } },
    };
    for (const reason of ['revoked', 'expired'] as const) {
      lines.length = 0;
      const known = keyId(keyHash(KEYS[reason]));
      const answer = await ask({ 'x-api-key': KEYS[reason] }, undefined, request);
      expect(answer.principalId).toBe('ours');
      expect(answer.context).toEqual({ keyId: known, reason, ip });
      expect(lines).toEqual([{ ...about, partner: 'ours', key: known, reason, ip }]);
    }
    lines.length = 0;
    const guess = 'g'.repeat(40);
    expect(await ask({ 'x-api-key': guess }, undefined, request)).toMatchObject({
      principalId: 'unknown',
      context: { reason: 'unknown', ip },
    });
    await expect(ask({ 'x-api-key': ' ' }, undefined, request)).rejects.toThrow('Unauthorized');
    expect(lines).toEqual([
      { ...about, reason: 'unknown', ip },
      { ...about, code: 1167, reason: 'missing', ip },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/203\.0\.113|g{20}/);
  });

  it('denies two spellings of the header, and two values, even of one key', async () => {
    expect(await effectOf({ 'x-api-key': KEYS.ours, 'X-Api-Key': KEYS.ours })).toEqual(['Deny']);
    expect(await effectOf({ 'x-api-key': KEYS.ours }, { 'x-api-key': [KEYS.ours, KEYS.theirs] })).toEqual(['Deny']);
    expect(await effectOf({ 'x-api-key': KEYS.ours }, { 'x-api-key': [KEYS.ours] })).toEqual(['Allow']);
  });

  it('throws the message that the gateway knows where there is no key', async () => {
    await expect(ask({})).rejects.toThrow(/^Unauthorized$/);
    await expect(ask({ 'x-api-key': ' ' })).rejects.toThrow(/^Unauthorized$/);
  });

  it('throws a fault of the store, which the gateway would else remember as a refusal', async () => {
    const broken: Table = {
      ...table,
      get: async () => {
        throw new StoreUnavailable('the store cannot be reached');
      },
    };
    useTable(broken);
    await expect(ask({ 'x-api-key': 'y'.repeat(30) })).rejects.toThrow(StoreUnavailable);
  });
});
