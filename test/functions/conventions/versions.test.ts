/** Versions of a record: `ETag` and `If-Match`. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { businessKey } from '../../../lib/business/repository/business.ts';
import { functionClient } from '../../../lib/dynamodb/client/client.ts';
import { useTable } from '../../../lib/dynamodb/client/environment.ts';
import { tableOf } from '../../../lib/dynamodb/table/table.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { bare, refusal } from '../../support/expected.ts';
import { before } from '../../support/meeting.ts';
import { found, newBusiness, openWorld, put } from '../business/update-business/support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const only = (ifMatch: string) => ({ headers: { 'If-Match': ifMatch } });

describe('versions', () => {
  it('pass an update of the version that If-Match names, once; a 412 says which it is now', async () => {
    const id = await newBusiness();
    const version = String((await put(id)).headers.ETag);
    expect(version).toMatch(/^"[0-9]+"$/);
    const second = await put(id, { keywords: 'second' }, only(version));
    expect(second).toMatchObject({ status: 200 });
    expect(second.headers.ETag).not.toBe(version);
    const third = await put(id, { keywords: 'third' }, only(version));
    expect(bare(third)).toEqual(refusal(412));
    expect(third.headers.ETag).toBe(second.headers.ETag);
    expect((await found(id))?.profile.keywords).toBe('second');
  });

  it('are kept by an update that changes nothing', async () => {
    const id = await newBusiness();
    const first = await put(id, {
      keywords: 'same',
      businessStatus: 'Open',
      location: { zip: '1', countryCode: 'DE' },
    });
    const before = await found(id);
    for (const body of [
      {},
      { keywords: 'same' },
      { businessStatus: 'Open' },
      { openedOnDate: '' },
      { alphaListing: {} },
    ]) {
      expect((await put(id, body)).headers.ETag).toBe(first.headers.ETag);
      expect((await put(id, body, only(String(first.headers.ETag)))).headers.ETag).toBe(first.headers.ETag);
    }
    expect(await found(id)).toEqual(before);
  });

  it.each(['*', '"77", "1"', ' "1" ', '"1","2"'])('pass for If-Match: %s on version 1', async (ifMatch) =>
    expect((await put(await newBusiness(), { keywords: 'k' }, only(ifMatch))).status).toBe(200),
  );

  it.each(['"2"', '1', 'W/"1"', '"01"', '"*"', 'abc'])('do not pass for If-Match: %s on version 1', async (ifMatch) => {
    const answer = await put(await newBusiness(), { keywords: 'k' }, only(ifMatch));
    expect(bare(answer)).toEqual(refusal(412));
    expect(answer.headers.ETag).toBe('"1"');
  });

  it.each(['', ' '])('are not named by If-Match: %j, which is a 400', async (ifMatch) => {
    const answer = await put(await newBusiness(), {}, only(ifMatch));
    expect(bare(answer)).toEqual(refusal(400, 'If-Match must be an ETag or *'));
  });

  it('let one of many updates of a version pass', async () => {
    const id = await newBusiness();
    const all = Array.from({ length: 8 }, (_, n) => put(id, { keywords: `k${n}` }, only('"1"')));
    const statuses = (await Promise.all(all)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
  });

  it('let no update pass that another one has overtaken since the record was read, by a clock that is behind', async () => {
    const id = await newBusiness();
    const key = businessKey('ours', Number(id));
    const isWrite = (operation: string) => operation === 'UpdateItem' || operation === 'TransactWriteItems';
    // Its mark is below that of the late one.
    const overtaking = async () => table.put({ Item: { ...(await table.get(key))!, version: 2 } });
    const client = functionClient(inject('endpoint'));
    useTable(tableOf(table.name, before(overtaking, isWrite)(client)));
    const late = await put(id, { keywords: 'late' }, only('"1"'));
    useTable(tableOf(table.name, client));
    expect(bare(late)).toEqual(refusal(412));
    expect((await found(id))?.profile.keywords).toBeUndefined();
  });

  it('say nothing of a business that is unknown or not ours', async () => {
    for (const id of ['201', '999']) {
      for (const ifMatch of ['"1"', '*']) expect(bare(await put(id, {}, only(ifMatch)))).toEqual(refusal(1175));
    }
  });
});
