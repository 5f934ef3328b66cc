/** Refusals and collisions under an `Idempotency-Key`: which keep the key, and which leave it free. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { businessItem, businessKey } from '../../../lib/business/repository/business.ts';
import { useTable } from '../../../lib/dynamodb/client/environment.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import type { Answer, Call } from '../../support/call.ts';
import { bare, refusal, under } from '../../support/expected.ts';
import { KEYS } from '../../support/world.ts';
import { found, newBusiness, openWorld, put, putRaw } from '../business/update-business/support.ts';

let table: Table;
let count = 0;
let key = '';
let id = '';
beforeAll(async () => {
  table = await openWorld();
});
beforeEach(async () => {
  key = `refused-${++count}`;
  id = await newBusiness({ keywords: 'before' });
});

const retry = (body: object, more: Call = {}) => put(id, body, under(key, more));
const isReplay = ({ headers }: Answer) => headers['Idempotent-Replayed'] === 'true';

describe('a refusal under a key', () => {
  it('for what the request itself says leaves the key free', async () => {
    const headers = { 'Idempotency-Key': key };
    for (const answer of [
      await retry({ name: 'ab' }),
      await retry({ name: '' }),
      await putRaw(id, '{', { headers }),
      await put(id, {}, { headers, query: { validateOnly: 'maybe' } }),
      await put('abc', {}, { headers }),
      await put(id, {}, { headers, key: KEYS.revoked }),
    ]) {
      expect(isReplay(answer)).toBe(false);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    const right = await retry({ keywords: 'right' });
    expect([right.status, isReplay(right)]).toEqual([200, false]);
  });

  const fixed = async () => {
    id = await newBusiness({ businessStatus: 'Open' }, { listingFixed: true });
  };
  it.each<[string, () => Promise<unknown>, () => Promise<Answer>, number, () => Promise<unknown>]>([
    [
      'that the record is not there',
      async () => {
        id = '8000';
      },
      () => retry({}),
      1175,
      async () => {
        await newAt(8000);
      },
    ],
    [
      'of a rule of what is stored',
      fixed,
      () => retry({ businessStatus: 'Permanently Closed' }),
      2511,
      () => put(id, {}),
    ],
    [
      'of its version',
      async () => {},
      () => retry({}, { headers: { 'If-Match': '"2"' } }),
      412,
      () => put(id, { name: 'Two' }),
    ],
  ])('%s is kept, so that no late try can land after it', async (_, prepare, send, code, change) => {
    await prepare();
    const first = await send();
    expect([first.body.code, isReplay(first)]).toEqual([code, false]);
    await change();
    const version = (await found(id))?.version;
    const again = await send();
    expect([bare(again), again.headers.ETag, isReplay(again)]).toEqual([bare(first), first.headers.ETag, true]);
    expect((await found(id))?.version).toBe(version);
    expect((await retry({ keywords: 'other' })).status).toBe(422);
  });

  it('is a replay where another request kept the same refusal ahead of it', async () => {
    await fixed();
    const send = () => retry({ businessStatus: 'Permanently Closed' });
    const others: Answer[] = [];
    let isDue = true;
    const overtaken = (inner: Table): Table => ({
      ...inner,
      within: (limits) => overtaken(inner.within(limits)),
      put: async (input) => {
        if (isDue && input.Item.type === 'idempotency') {
          isDue = false;
          others.push(await send());
        }
        return inner.put(input);
      },
    });
    useTable(overtaken(table));
    const late = await send();
    useTable(undefined);
    expect(others.map((each) => [bare(each), isReplay(each)])).toEqual([[bare(late), false]]);
    expect([late.body.code, isReplay(late)]).toEqual([2511, true]);
  });

  const newAt = async (businessNumber: number) => {
    const business = { businessNumber, accountNumber: 100, listingFixed: false, profile: {} };
    await table.put({ Item: businessItem('ours', business) });
    expect(await table.get(businessKey('ours', businessNumber))).toBeDefined();
  };

  it('is kept for other partners and operations of the key no more than a response is', async () => {
    id = '8001';
    expect((await retry({})).status).toBe(404);
    expect((await put('201', {}, under(key, { key: KEYS.theirs }))).status).toBe(200);
  });

  it.each(['', ' ', 'x'.repeat(256), 'two words', 'é', 'a\u0000b'])('of the key %j is a 400', async (bad) => {
    const answer = await put(id, {}, { headers: { 'Idempotency-Key': bad } });
    expect(bare(answer)).toEqual(refusal(400, 'Idempotency-Key must be 1 to 255 visible ASCII characters'));
  });
});

describe('a collision under a key', () => {
  afterEach(() => useTable(undefined));

  /** The table, with another write of the location ahead of each of the function's. */
  const contended = (inner: Table): Table => {
    const ahead = () =>
      table.update({
        Key: businessKey('ours', Number(id)),
        UpdateExpression: 'SET version = version + :one',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':one': 1 },
      });
    return {
      ...inner,
      within: (limits) => contended(inner.within(limits)),
      update: async (input) => {
        if (input.Key.sk === 'PROFILE') await ahead();
        return inner.update(input);
      },
      transact: async (actions, token) => {
        await ahead();
        return inner.transact(actions, token);
      },
    };
  };
  /** Needs the record. */
  const body = { alphaListing: { attributes: { a: 1 } } };

  it('is a 503 that leaves the key free: sent again, the request is executed', async () => {
    useTable(contended(table));
    const answer = await retry(body);
    expect(bare(answer)).toEqual(refusal(503));
    expect(answer.headers['Retry-After']).toBe('1');
    expect((await found(id))?.profile).toEqual({ keywords: 'before' });
    useTable(undefined);
    const again = await retry(body);
    expect([again.status, isReplay(again)]).toEqual([200, false]);
    expect((await found(id))?.profile).toMatchObject({ 'alphaListing.attributes': { a: 1 } });
  });

  it('without one is a 409', async () => {
    useTable(contended(table));
    const answer = await put(id, body);
    expect(bare(answer)).toEqual(refusal(409));
    expect(answer.headers['Retry-After']).toBe('1');
    expect((await found(id))?.profile).toEqual({ keywords: 'before' });
  });
});
