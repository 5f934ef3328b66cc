/** `validateOnly`: the response of the write, and nothing written. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as addLink } from '../../../functions/competitors/add-aggregation-link.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { answerOf, call } from '../../support/call.ts';
import { bare, refusal } from '../../support/expected.ts';
import { found, newBusiness, openWorld, put, putRaw } from '../business/update-business/support.ts';

let table: Table;
beforeAll(async () => {
  table = await openWorld();
});

const DRY = { query: { validateOnly: 'true' } };

describe('a dry run of an update', () => {
  it('answers with what would be stored and the ETag of what is, and writes nothing', async () => {
    const id = await newBusiness();
    await put(id, { keywords: 'real' });
    const before = await found(id);
    const { status, body, headers } = await put(
      id,
      { keywords: 'dry', location: { zip: '1', countryCode: 'uk' } },
      DRY,
    );
    expect([status, headers.ETag]).toEqual([200, `"${before?.version}"`]);
    expect(body).toMatchObject({ keywords: 'dry', location: { zip: '1', countryName: 'United Kingdom' } });
    expect(await found(id)).toEqual(before);
  });

  it.each(['validateOnly', 'validateonly', 'VALIDATEONLY', 'validate_only', 'validate-only', 'Validate_Only'])(
    'is asked for by %s',
    async (name) => {
      const id = await newBusiness();
      const before = await found(id);
      for (const value of ['true', 'True', ' TRUE ']) {
        expect((await put(id, { keywords: 'dry' }, { query: { [name]: value } })).status).toBe(200);
        expect(await found(id)).toEqual(before);
      }
      expect(bare(await put(id, {}, { query: { [name]: 'yes' } }))).toEqual(
        refusal(400, 'validateOnly must be true or false'),
      );
      expect((await put(id, { keywords: 'real' }, { query: { [name]: 'False' } })).status).toBe(200);
      expect((await found(id))?.profile.keywords).toBe('real');
    },
  );

  it.each(['', ' ', 'maybe', '1', '0', 'null', 'truefalse'])(
    'is neither asked for nor not by %j: a 400',
    async (value) => {
      const id = await newBusiness();
      const before = await found(id);
      const answer = await put(id, { keywords: 'x' }, { query: { validateOnly: value } });
      expect(bare(answer)).toEqual(refusal(400, 'validateOnly must be true or false'));
      expect(await found(id)).toEqual(before);
    },
  );

  it('that is asked for and not, at once, is a 400', async () => {
    const id = await newBusiness();
    const before = await found(id);
    const twice = { validateOnly: 'true', validate_only: 'false' };
    expect((await put(id, {}, { query: twice })).status).toBe(400);
    // API Gateway hands the last of several values over, and all of them.
    const event = { multiValueQueryStringParameters: { validateOnly: ['true', 'false'] } };
    expect((await put(id, {}, { query: { validateOnly: 'false' }, event })).status).toBe(400);
    expect(await found(id)).toEqual(before);
  });

  it('under If-Match answers for that version, and another with 412', async () => {
    const id = await newBusiness();
    const headers = { 'If-Match': `"${(await found(id))?.version}"` };
    expect((await put(id, { keywords: 'dry' }, { ...DRY, headers })).status).toBe(200);
    expect((await put(id, { keywords: 'dry' }, { ...DRY, headers: { 'If-Match': '"77"' } })).status).toBe(412);
  });

  it('takes no idempotency key', async () => {
    const id = await newBusiness();
    const headers = { 'Idempotency-Key': 'dry-1' };
    expect((await put(id, { keywords: 'dry' }, { ...DRY, headers })).status).toBe(200);
    // Nor does a refusal that would be kept.
    expect((await put('999', {}, { ...DRY, headers })).status).toBe(404);
    expect((await put(id, { keywords: 'other' }, { headers })).status).toBe(200);
    // One that a write has taken is no matter to it.
    expect((await put(id, { keywords: 'dry' }, { ...DRY, headers })).status).toBe(200);
  });

  it('refuses as the update does what is not there, not JSON, or against a rule', async () => {
    for (const [id, body] of [
      ['999', {}],
      ['201', {}],
      ['101', { name: 'ab' }],
      ['101', { businessStatus: 'Opening Soon' }],
    ] as const) {
      expect(bare(await put(id, body, DRY))).toEqual(bare(await put(id, body)));
    }
    expect(bare(await putRaw('101', '{', DRY))).toEqual(bare(await putRaw('101', '{')));
  });
});

describe('a dry run of a link', () => {
  it('answers with the record that would be there, and adds none', async () => {
    const request = {
      path: { compAccountId: '301', businessNumber: '101' },
      body: { sourceAlias: 'alpha', url: 'https://dry.example' },
    };
    const links = async () => {
      const pages = table.query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': 'P#ours#COMPETITOR#301', ':sk': 'AGG#' },
      });
      const items: unknown[] = [];
      for await (const page of pages) items.push(...page);
      return items;
    };
    const dry = await answerOf(call(addLink, { ...request, ...DRY }));
    expect(await links()).toEqual([]);
    const real = await answerOf(call(addLink, request));
    // Its id is not assigned before it is there.
    expect(real.body.id).toBeGreaterThan(0);
    expect(dry).toEqual({ ...real, body: { ...real.body, id: 0 } });
    expect(await links()).toHaveLength(1);
  });
});
