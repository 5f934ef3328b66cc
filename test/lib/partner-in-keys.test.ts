/** The partner is part of every partition key, the index's too (docs/engineers.md: the table). */
import { beforeAll, expect, it } from 'vitest';
import { handler as updateBusiness } from '../../functions/business/update-business.ts';
import { handler as addAggregationLink } from '../../functions/competitors/add-aggregation-link.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { call } from '../support/call.ts';
import { itemsOf } from '../support/data-files.ts';
import { load } from '../support/load.ts';
import { createTestTable } from '../support/store.ts';
import { KEYS, REQUIRED, world } from '../support/world.ts';

/** What two partners may not both have stands outside: secrets, by their hash, and numbers. */
const OUTSIDE = new Set(['apiKey', 'owner', 'meteringKey']);

let items: readonly Item[];
beforeAll(async () => {
  const table = await createTestTable();
  expect(await load(table, world)).toEqual([]);
  for (const [key, business, competitor] of [
    [KEYS.ours, '101', '301'],
    [KEYS.theirs, '201', '401'],
  ] as const) {
    const headers = { 'Idempotency-Key': 'partner-in-keys' };
    const body = { sourceAlias: 'alpha', url: 'https://keys.example' };
    const path = { compAccountId: competitor, businessNumber: business };
    const answers = [
      await call(updateBusiness, { key, path: { businessId: business }, body: REQUIRED, headers }),
      await call(addAggregationLink, { key, path, body }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  }
  items = await itemsOf(table);
});

it('every item of a partner has that partner in its keys', () => {
  const of = items.filter(({ type }) => !OUTSIDE.has(String(type)));
  for (const { pk, gsi1pk, type, partnerId } of of) {
    const [, partner = ''] = /^P#(ours|theirs)(?:#|$)/.exec(String(pk)) ?? [];
    expect([type, pk, partner], `${pk}`).toEqual([type, pk, partnerId ?? expect.stringMatching(/./)]);
    if (gsi1pk !== undefined) expect(`${gsi1pk}#`).toMatch(new RegExp(`^P#${partner}#`));
  }
  const types = new Set(of.map(({ type }) => type));
  for (const type of [
    'account',
    'aggregationLink',
    'business',
    'competitor',
    'contact',
    'contactPointer',
    'idempotency',
    'menu',
  ])
    expect(types).toContain(type);
});
