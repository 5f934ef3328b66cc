import { beforeAll, describe, expect, it } from 'vitest';
import sources from '../../../lib/catalog/review-sources.json' with { type: 'json' };
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { answerOf } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';
import { add, link, to } from './support.ts';

const records = [
  { type: 'competitor', compAccountId: 302, accountNumber: 100, name: 'Second rival' },
  { type: 'competitor', compAccountId: 9_007_199_254_740_991, accountNumber: 100, name: 'Rival of many digits' },
];

describe('POST /v1/aggregation/competitor/{compAccountId}/{businessNumber}', () => {
  let table: Table;
  beforeAll(async () => {
    table = await createTestTable();
    expect(await load(table, [...world, ...records])).toEqual([]);
  });

  it('answers with the fuller record, its fields in the order of the spec', async () => {
    const source = sources.find(({ alias }) => alias === 'alpha')!;
    const { status, body, headers } = await add(link('https://alpha.example/places/1'));
    expect([status, headers['Content-Type']]).toEqual([200, 'application/json']);
    expect(Number.isSafeInteger(body.id) && body.id > 0).toBe(true);
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({
        id: body.id,
        sourceAlias: 'alpha',
        sourceName: source.sourceName,
        sourceUrl: 'https://alpha.example/places/1',
        sourceId: source.sourceId,
        compAccountId: 301,
        Body: '',
        thumbnailUrl: source.thumbnailUrl,
        backGroundColor: source.backGroundColor,
        textColor: source.textColor,
        userName: null,
        password: null,
        profileId: null,
        reviewFormUrl: source.reviewFormUrl,
        aggregationStatus: 0,
        disabledAggregation: null,
        disabledAggregationReason: null,
      }),
    );
  });

  describe('of the same url again', () => {
    it('answers with the first record', async () => {
      const first = await answerOf(add(link('https://alpha.example/places/2')));
      for (const body of [
        link('https://alpha.example/places/2'),
        link(' https://alpha.example/places/2 ', ' ALPHA '),
        { ...link('https://alpha.example/places/2'), id: 5, sourceName: 'Else', password: 'secret' },
      ]) {
        expect(await answerOf(add(body))).toEqual(first);
      }
    });

    it('50 times at once gives one id, and one item', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => add(link('https://alpha.example/places/3', 'maps'))),
      );
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      const pages = table.query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': 'P#ours#COMPETITOR#301', ':sk': 'AGG#101#' },
      });
      const items = [];
      for await (const page of pages) items.push(...page.filter(({ url }) => String(url).endsWith('/3')));
      expect(items).toHaveLength(1);
    });

    it('but for another competitor, business, source or url gives another id', async () => {
      const url = 'https://alpha.example/places/4';
      const answers = await Promise.all([
        add(link(url)),
        add(link(url), to('302', '101')),
        add(link(url), to('301', '102')),
        add(link(url, 'beta')),
        add(link(`${url}/`)),
        add(link(`${url}#a`)),
        add(link(`${url}%23a`)),
      ]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(answers.length);
    });
  });

  it.each([
    ['alpha', 'alpha'],
    [' Alpha\t', 'alpha'],
    ['BETA', 'beta'],
    ['gamma', 'gamma'],
    ['MaPs', 'maps'],
  ])('takes the alias %j', async (sourceAlias, expected) =>
    expect((await add(link('https://x.example', sourceAlias))).body.sourceAlias).toBe(expected),
  );

  it.each([
    'https://x.example',
    'http://x.example:8080/a/b?c=d&e=%20#f',
    'HTTPS://X.Example/',
    'http://localhost/a',
    'https://x.example:65535/',
    'https://\u00fcber.example/\u00e9',
    `https://x.example/${'y'.repeat(2030)}`,
  ])('takes the url %s as it is', async (url) =>
    expect(await add(link(url))).toMatchObject({ status: 200, body: { sourceUrl: url } }),
  );

  it('keeps broken text whole', async () => {
    expect((await add(link('https://x.example/\ud800'))).body.sourceUrl).toBe('https://x.example/\ufffd');
  });

  it('takes the largest number', async () => {
    const { status, body } = await add(link('https://x.example'), to('9007199254740991', '101'));
    expect([status, body.compAccountId]).toEqual([200, 9_007_199_254_740_991]);
  });
});
