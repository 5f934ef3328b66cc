/** What the chain does around a handler that no operation shows by itself. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { updateBusiness } from '../../../lib/business/contracts/update-business.ts';
import type { CallOptions } from '../../../lib/dynamodb/client/call.ts';
import { useTable } from '../../../lib/dynamodb/client/environment.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { endpoint } from '../../../lib/http/endpoint.ts';
import { Versioned } from '../../../lib/http/versions.ts';
import { getMapsActionLinks } from '../../../lib/listing/contracts/get-maps-action-links.ts';
import { call } from '../../support/call.ts';
import { bare } from '../../support/expected.ts';
import { REQUIRED } from '../../support/world.ts';
import { newRecord, openWorld, put, stored } from '../business/update-business/support.ts';

let table: Table;
beforeAll(async () => {
  table = await openWorld();
});
afterEach(() => useTable(undefined));

it('a request that is answered ends what still runs of it', async () => {
  const given: CallOptions[] = [];
  useTable({
    ...table,
    within(limits) {
      given.push(limits);
      return table.within(limits);
    },
  });
  const during: (boolean | undefined)[] = [];
  const handler = endpoint(updateBusiness, async () => {
    during.push(given[0]?.signal?.aborted);
    return new Versioned({}, 1);
  });
  const id = await newRecord({});
  expect(bare(await call(handler, { path: { businessId: id }, body: REQUIRED }))).toEqual({ status: 200, body: {} });
  expect(during).toEqual([false]);
  expect(given.map(({ signal }) => signal?.aborted)).toEqual([true]);
});

describe('a contract', () => {
  const { id } = getMapsActionLinks;

  it('with a body whose schema was not compiled has no endpoint', () => {
    const contract = { ...updateBusiness, id, writes: undefined };
    expect(() => endpoint(contract as unknown as typeof updateBusiness, async () => new Versioned({}, 1))).toThrow(
      'The request schema of getMapsActionLinks was not compiled',
    );
  });

  it('that writes, and was built without idempotency, has no endpoint', () => {
    const contract = { ...getMapsActionLinks, writes: true } as const;
    expect(() => endpoint(contract, async () => ({}))).toThrow('built without idempotency');
  });
});

it('a request that was executed is not checked again when it is repeated', async () => {
  // A name that the schema refuses, and a date that a rule does, may be sent back with If-Match as they are stored, and no
  // longer once they have changed.
  const refused = { name: 'ab', businessStatus: 'Permanently Closed', reopenDate: '01/01/2099' };
  const id = await newRecord(refused);
  const body = { ...refused, keywords: 'first' };
  const headers = { 'If-Match': '"1"', 'Idempotency-Key': 'executed-once' };
  const first = await put(id, body, { headers });
  expect(first.status).toBe(200);
  expect((await put(id, { name: 'Other', keywords: 'later' })).status).toBe(200);
  const again = await put(id, body, { headers });
  expect(bare(again)).toEqual(bare(first));
  expect(again.headers['Idempotent-Replayed']).toBe('true');
  expect((await put(id, body, { headers: { 'If-Match': '*' } })).status).toBe(401);
});

it('a request under a key that changes nothing takes its key, and is not executed later', async () => {
  const id = await newRecord({ keywords: 'same' });
  const same = () => put(id, { ...REQUIRED, keywords: 'same' }, { headers });
  const headers = { 'If-Match': '*', 'Idempotency-Key': 'changes-nothing' };
  expect((await put(id, { keywords: 'same' })).status).toBe(200);
  const first = await same();
  expect([first.status, first.headers.ETag]).toEqual([200, '"2"']);
  expect((await put(id, { keywords: 'later' })).status).toBe(200);
  const again = await same();
  expect([bare(again), again.headers['Idempotent-Replayed']]).toEqual([bare(first), 'true']);
  expect((await stored(id)).keywords).toBe('later');
});
