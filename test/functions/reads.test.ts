/** How functions read: which reads are consistent, and how often the key of a request is asked for. */
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { handler as authorizer } from '../../functions/authorizer.ts';
import { handler as updateBusiness } from '../../functions/business/update-business.ts';
import { handler as addAggregationLink } from '../../functions/competitors/add-aggregation-link.ts';
import { handler as getContact } from '../../functions/contacts/get-contact.ts';
import { handler as getMapsActionLinks } from '../../functions/listing/get-maps-action-links.ts';
import { handler as getMenuDetails } from '../../functions/menus/get-menu-details.ts';
import type { Call } from '../../lib/dynamodb/client/call.ts';
import { functionClient } from '../../lib/dynamodb/client/client.ts';
import { useTable } from '../../lib/dynamodb/client/environment.ts';
import { fromAttributes } from '../../lib/dynamodb/table/attributes.ts';
import { tableOf } from '../../lib/dynamodb/table/table.ts';
import { call } from '../support/call.ts';
import { load } from '../support/load.ts';
import { createTestTable } from '../support/store.ts';
import { KEYS, REQUIRED, world } from '../support/world.ts';

/** Each key that was read, and whether consistently. */
let reads: { readonly pk: string; readonly sk: string; readonly consistent: boolean }[] = [];

const recorded = (inner: Call): Call =>
  (async (operation, input, options) => {
    const { TableName, Key, ConsistentRead, RequestItems } = input as never as {
      TableName: string;
      Key?: object;
      ConsistentRead?: boolean;
      RequestItems?: Record<string, { Keys: object[]; ConsistentRead?: boolean }>;
    };
    const batch = RequestItems?.[TableName ?? Object.keys(RequestItems)[0] ?? ''];
    const keys = operation === 'GetItem' ? [Key!] : (batch?.Keys ?? []);
    const consistent = (batch ? batch.ConsistentRead : ConsistentRead) === true;
    for (const key of keys) {
      const { pk, sk } = fromAttributes(key as never);
      reads.push({ pk: String(pk), sk: String(sk), consistent });
    }
    return inner(operation, input, options);
  }) as Call;

/** Of this file alone: the authorizer of a worker remembers the keys of other files for a minute. */
const OWN_KEY = 'key-of-the-test-of-reads-0001';

beforeAll(async () => {
  const table = await createTestTable();
  expect(await load(table, [...world, { type: 'apiKey', partnerId: 'ours', key: OWN_KEY, plan: 'standard' }])).toEqual(
    [],
  );
  useTable(tableOf(table.name, recorded(functionClient(inject('endpoint')))));
});
afterAll(() => useTable(undefined));
beforeEach(() => {
  reads = [];
});

describe('Reads of functions', () => {
  it('are consistent where a decision or a response hangs on them', async () => {
    const path = { businessId: '101' };
    const requests = [
      call(updateBusiness, { path, body: REQUIRED, headers: { 'If-Match': '*', 'Idempotency-Key': 'reads-1' } }),
      call(updateBusiness, { path, body: REQUIRED, query: { validateOnly: 'true' } }),
      call(getContact, { query: { businessId: '101' }, body: { email: 'ada@mail.example' } }),
      call(getMapsActionLinks, { path: { businessNumber: '101' } }),
      call(getMenuDetails, { headers: { 'x-business-number': '100' }, body: { businessNumbers: [101] } }),
      call(addAggregationLink, {
        path: { compAccountId: '301', businessNumber: '101' },
        body: { sourceAlias: 'alpha', url: 'https://reads.example' },
      }),
    ];
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(requests.map(() => 200));
    // Keys are remembered for a minute, and a menu may be a second old (docs/engineers.md: the table).
    const mayBeOld = ({ sk }: { sk: string }) => sk === 'KEY' || sk === 'MENU';
    expect(reads.filter((read) => !read.consistent && !mayBeOld(read))).toEqual([]);
    expect(new Set(reads.filter(({ consistent }) => consistent).map(({ sk }) => sk))).toEqual(
      new Set(['PROFILE', 'IDEMPOTENCY', 'ACCOUNT', 'CONTACT', 'COMPETITOR']),
    );
  });
});

describe('A key', () => {
  const admit = async (key: string) => {
    const event = { headers: { 'x-api-key': key }, methodArn: 'arn:aws:execute-api:us-east-1:1:api/stage/GET/v1' };
    const { policyDocument } = await authorizer(event as unknown as APIGatewayRequestAuthorizerEvent);
    return policyDocument.Statement[0]?.Effect;
  };
  /** The look-ups of a key that is sent three times. */
  const lookUps = async (key: string) => {
    reads = [];
    const effects = [await admit(key), await admit(key), await admit(key)];
    return { effects: [...new Set(effects)], reads: reads.length };
  };

  it('that is revoked or expired takes as many look-ups as one that never was: one each time', async () => {
    const denied = { effects: ['Deny'], reads: 3 };
    for (const key of [KEYS.revoked, KEYS.expired, 'key-that-never-was-there-0001']) {
      expect(await lookUps(key)).toEqual(denied);
    }
    expect(await lookUps(OWN_KEY)).toEqual({ effects: ['Allow'], reads: 1 });
  });

  it('of a wrong form is not asked for', async () => {
    for (const key of ['short', 'x'.repeat(129), 'a-key-with-a-blank in-its-middle', 'ключ-of-other-letters-0001']) {
      expect(await lookUps(key)).toEqual({ effects: ['Deny'], reads: 0 });
    }
  });
});
