/** The line that a function writes of a request that it refuses or fails at (docs/watching.md). */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as updateBusiness } from '../../../functions/business/update-business.ts';
import { handler as updateListing } from '../../../functions/listing/update-listing.ts';
import { handler as getMenuDetails } from '../../../functions/menus/get-menu-details.ts';
import { useTable } from '../../../lib/dynamodb/client/environment.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { leastListing } from '../../../lib/listing/contracts/listing.provocations.ts';
import { keyHash, keyId } from '../../../lib/partners/repository/api-key.ts';
import { type Call, call } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, REQUIRED, world } from '../../support/world.ts';

const ADDRESS = '203.0.113.77';
/** Stands in every request, and may stand in no line. */
const VALUES = [ADDRESS, 'ada@mail.example', 'blue eyes', 'not-a-zip-of-anyone', ...Object.values(KEYS)];

let table: Table;
let lines: Record<string, unknown>[];
beforeAll(async () => {
  table = await createTestTable();
  expect(await load(table, world)).toEqual([]);
});
beforeEach(() => {
  lines = [];
  vi.stubEnv('IP_HASH_KEY', 'a key of this test');
  for (const level of ['error', 'info'] as const)
    vi.spyOn(console, level).mockImplementation((line) => void lines.push(line));
});
afterEach(() => {
  useTable(undefined);
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const fromAddress = (address = ADDRESS) =>
  ({ requestContext: { requestId: 'request-7', identity: { sourceIp: address } } }) as unknown as NonNullable<
    Call['event']
  >;

/** The lines that come of a request; none of them holds what was sent. */
const linesOf = async (request: Call, handler = updateBusiness) => {
  lines = [];
  await call(handler, { path: { businessId: '101' }, event: fromAddress(), ...request });
  const text = JSON.stringify(lines);
  expect(VALUES.filter((value) => text.includes(value))).toEqual([]);
  return lines;
};

const body = (fields: object) => ({ ...REQUIRED, ...fields });
const ours = { partner: 'ours', key: keyId(keyHash(KEYS.ours)) };
const about = { requestId: 'request-7', operation: 'updateBusiness', ip: expect.stringMatching(/^[0-9a-f]{16}$/) };

describe('A refused request leaves one line', () => {
  it('with partner, key, operation, status, code and the path of the field', async () => {
    expect(await linesOf({ body: body({ location: { zip: '' } }) })).toEqual([
      { ...about, ...ours, status: 400, code: 400, field: 'location.zip' },
    ]);
    expect(await linesOf({ body: body({ name: 'ab' }) })).toEqual([
      { ...about, ...ours, status: 401, code: 1047, field: 'name' },
    ]);
  });

  it('with the name of the parameter', async () => {
    expect(
      await linesOf({ query: { count: 'ada@mail.example' }, headers: { 'x-business-number': '100' } }, getMenuDetails),
    ).toEqual([{ ...about, operation: 'getMenuDetails', ...ours, status: 400, code: 400, field: 'count' }]);
  });

  it('with no more of a path than the contract names: the names of a map are the client’s', async () => {
    const moreHours = { 'blue eyes': [{ day: 'ada@mail.example' }] };
    expect(
      await linesOf(
        {
          path: { businessNumber: '101' },
          body: { ...leastListing, additionalInfo: { ...leastListing.additionalInfo, moreHours } },
        },
        updateListing,
      ),
    ).toEqual([
      { ...about, operation: 'updateListing', ...ours, status: 400, code: 400, field: 'additionalInfo.moreHours' },
    ]);
    const [line] = await linesOf({ body: body({ hoursOfOperations: [{ day: 'ada@mail.example' }] }) });
    expect(line).toMatchObject({ field: 'hoursOfOperations[0].day' });
  });

  it('without a field, where it is about none', async () => {
    expect(await linesOf({ path: { businessId: '999' }, body: body({}) })).toEqual([
      { ...about, ...ours, status: 404, code: 1175 },
    ]);
    expect(await linesOf({ body: '{"emailId": ada@mail.example' })).toEqual([
      { ...about, ...ours, status: 400, code: 400 },
    ]);
  });

  it.each(['revoked', 'expired'] as const)('also with a key that is %s: whose it was, and why', async (reason) => {
    expect(await linesOf({ key: KEYS[reason], body: body({}) })).toEqual([
      { ...about, partner: 'ours', key: keyId(keyHash(KEYS[reason])), status: 401, code: 1161, reason },
    ]);
  });

  it('also without a key, with one that no one has, and with two', async () => {
    expect(await linesOf({ key: null, body: body({}) })).toEqual([
      { ...about, status: 401, code: 1167, reason: 'missing' },
    ]);
    expect(await linesOf({ key: 'ada@mail.example', body: body({}) })).toEqual([
      { ...about, status: 401, code: 1161, reason: 'unknown' },
    ]);
    expect(await linesOf({ headers: { 'x-api-key': KEYS.theirs }, body: body({}) })).toEqual([
      { ...about, status: 401, code: 1161, reason: 'several' },
    ]);
  });

  it('with what a 5xx came from', async () => {
    const broken: Table = {
      ...table,
      within: () => broken,
      get: async () => {
        throw new StoreUnavailable('the store cannot be reached');
      },
    };
    useTable(broken);
    expect(await linesOf({ key: 'k'.repeat(30), body: body({}) })).toEqual([
      { ...about, status: 503, code: 503, error: expect.objectContaining({ name: 'StoreUnavailable' }) },
    ]);
  });

  it('and one that is answered leaves none', async () => {
    expect(await linesOf({ body: body({}) })).toEqual([]);
  });
});

describe('An address', () => {
  const ipOf = async (address: string) => {
    lines = [];
    await call(updateBusiness, { path: { businessId: '999' }, body: body({}), event: fromAddress(address) });
    return lines[0]?.ip;
  };

  it('has the same digest each time, another has another', async () => {
    expect(await ipOf(ADDRESS)).toBe(await ipOf(ADDRESS));
    expect(await ipOf(ADDRESS)).not.toBe(await ipOf('203.0.113.78'));
  });

  it('has another digest on each stage, and none without its key', async () => {
    const here = await ipOf(ADDRESS);
    vi.stubEnv('IP_HASH_KEY', 'the key of another stage');
    expect(await ipOf(ADDRESS)).not.toBe(here);
    vi.stubEnv('IP_HASH_KEY', '');
    expect(await ipOf(ADDRESS)).toBeUndefined();
  });
});
