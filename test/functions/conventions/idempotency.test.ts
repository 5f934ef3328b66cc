/** Safe retries: a request under an `Idempotency-Key` is executed once. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as addLink } from '../../../functions/competitors/add-aggregation-link.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { itemsOf } from '../../support/data-files.ts';
import { bare, refusal, under } from '../../support/expected.ts';
import { KEYS, REQUIRED } from '../../support/world.ts';
import { found, newBusiness, openWorld, put, putRaw } from '../business/update-business/support.ts';

let table: OpenTable;
let count = 0;
let key = '';
let id = '';
beforeAll(async () => {
  table = await openWorld();
});
beforeEach(async () => {
  key = `retry-${++count}`;
  id = await newBusiness({ keywords: 'before' });
});

const retry = (body: object, more: Call = {}) => put(id, body, under(key, more));
const isReplay = ({ headers }: Answer) => headers['Idempotent-Replayed'] === 'true';
const keywords = async () => (await found(id))?.profile.keywords;

/** The items of idempotency keys that were used for a location. */
const keyItems = async (): Promise<readonly Item[]> =>
  (await itemsOf(table)).filter(({ type }) => type === 'idempotency');

/** Leaves the keys used, and takes away what was answered under them. */
const forgetAnswers = async (): Promise<void> => {
  for (const { pk, sk } of await keyItems()) {
    await table.update({
      Key: { pk: String(pk), sk: String(sk) },
      UpdateExpression: 'REMOVE kept',
      ConditionExpression: 'attribute_exists(pk)',
    });
  }
};

describe('a request under a key', () => {
  it('is answered the second time as the first, marked, and changes nothing', async () => {
    const first = await retry({ keywords: 'first' });
    expect([first.status, isReplay(first)]).toEqual([200, false]);
    await put(id, { keywords: 'in between' });
    const again = await retry({ keywords: 'first' });
    expect(bare(again)).toEqual(bare(first));
    expect([again.headers.ETag, isReplay(again)]).toEqual([first.headers.ETag, true]);
    expect(await keywords()).toBe('in between');
  });

  it('is the same where its body, path and query mean the same', async () => {
    const text = `{"keywords":"same","location":{"zip":"1","city":"Town"},"establishedYear":2000,${JSON.stringify(REQUIRED).slice(1)}`;
    const spellings = [
      text,
      `\ufeff \n${text}`,
      text.replace('"same"', '"\\u0073ame"').replace('2000', '2.0e3'),
      JSON.stringify(
        { ...REQUIRED, location: { city: 'Town', zip: '1' }, establishedYear: 2000, keywords: 'same' },
        null,
        2,
      ),
    ];
    const first = await putRaw(id, text, under(key));
    expect(first.status).toBe(200);
    for (const body of spellings) {
      for (const more of [{}, { base64: true }, { query: { validateOnly: 'false' } }, { query: { unknown: 'x' } }]) {
        const again = await putRaw(id, body, under(key, more));
        expect([bare(again), isReplay(again)]).toEqual([bare(first), true]);
      }
    }
  });

  it('is another with another body, path, version or number: 422, and nothing is changed', async () => {
    await retry({ keywords: 'first' });
    const other = await newBusiness();
    const answers = [
      await retry({ keywords: 'other' }),
      await retry({ keywords: 'first', establishedYear: 2000 }),
      await retry({ keywords: ['first'] }),
      await put(other, { keywords: 'first' }, under(key)),
      await retry({ keywords: 'first' }, { headers: { 'If-Match': '*' } }),
    ];
    for (const answer of answers) expect(bare(answer)).toEqual(refusal(422));
    expect(await keywords()).toBe('first');
    expect((await found(other))?.version).toBe(1);
  });

  it("is one partner's own, and one operation's", async () => {
    await retry({ keywords: 'ours' });
    const theirs = await put('201', {}, under(key, { key: KEYS.theirs }));
    expect([theirs.status, isReplay(theirs)]).toEqual([200, false]);
    const link = await call(addLink, {
      path: { compAccountId: '301', businessNumber: '101' },
      body: { sourceAlias: 'alpha', url: 'https://alpha.example/retry' },
      ...under(key),
    });
    expect([link.status, isReplay(link)]).toEqual([200, false]);
  });

  it('is executed once of sixty at once; each is answered as the one, marked, or is to be sent again', async () => {
    const all = await Promise.all(Array.from({ length: 60 }, () => retry({ keywords: 'at once' })));
    expect((await found(id))?.version).toBe(2);
    const answered = all.filter(({ status }) => status === 200);
    expect(answered.filter((each) => !isReplay(each))).toHaveLength(1);
    for (const { body } of answered) expect(body).toEqual(answered[0]?.body);
    for (const each of all) expect([200, 503]).toContain(each.status);
    const last = await retry({ keywords: 'at once' });
    expect([last.status, isReplay(last)]).toEqual([200, true]);
  });

  it('reads the record again where its answer was not kept', async () => {
    const first = await retry({ keywords: 'first' });
    await forgetAnswers();
    const again = await retry({ keywords: 'first' });
    expect([bare(again), again.headers.ETag, isReplay(again)]).toEqual([bare(first), first.headers.ETag, true]);
    await put(id, { keywords: 'later' });
    await forgetAnswers();
    const late = await retry({ keywords: 'first' });
    expect([late.body.keywords, late.headers.ETag, isReplay(late)]).toEqual(['later', '"3"', true]);
    expect((await found(id))?.version).toBe(3);
  });

  it('is not executed again where its answer was too large to keep', async () => {
    const body = { description: 'x'.repeat(4000), serviceAreas: [{ description: 'y'.repeat(110_000) }] };
    expect((await retry(body)).status).toBe(200);
    await put(id, { description: 'later' });
    const again = await retry(body);
    expect([again.status, isReplay(again), again.body.description]).toEqual([200, true, 'later']);
    expect((await found(id))?.version).toBe(3);
  });
});

describe('keys in the table', () => {
  it('expire after 24 hours, and are free then even where they still lie there', async () => {
    await retry({ keywords: 'first' });
    const [item] = (await keyItems()).toSorted((a, b) => String(b.mark).localeCompare(String(a.mark)));
    const seconds = Number(item?.expiresAtSeconds) - Date.now() / 1000;
    expect(seconds).toBeGreaterThan(24 * 3600 - 60);
    expect(seconds).toBeLessThanOrEqual(24 * 3600);
    await table.update({
      Key: { pk: String(item?.pk), sk: String(item?.sk) },
      UpdateExpression: 'SET expiresAtSeconds = :past',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':past': Math.floor(Date.now() / 1000) - 1 },
    });
    const again = await retry({ keywords: 'second' });
    expect([again.status, isReplay(again), await keywords()]).toEqual([200, false, 'second']);
  });

  it('hold nothing of the key itself', async () => {
    await retry({ keywords: 'first' });
    expect((await keyItems()).some((item) => JSON.stringify(item).includes(key))).toBe(false);
  });
});
