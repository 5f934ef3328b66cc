/** Imports are silent without --events: what events follow from the items that they leave. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { handler as deleteBusiness } from '../../../functions/business/delete-business.ts';
import { handler as update } from '../../../functions/business/update-business.ts';
import { businessEvents } from '../../../lib/business/events.ts';
import { contactEvents } from '../../../lib/contacts/events.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { recordBytes } from '../../../lib/dynamodb/table/record-size.ts';
import { productEvents } from '../../../lib/products/events.ts';
import { productIdOf } from '../../../lib/products/repository/product.ts';
import { serviceEvents } from '../../../lib/services/events.ts';
import { eventsOf } from '../../../lib/subscriptions/rules/notifications.ts';
import { openTarget, type Target } from '../../../tools/admin/target.ts';
import { importData } from '../../../tools/data/commands/data-import.ts';
import { call } from '../../support/call.ts';
import { itemsOf, linesOf } from '../../support/data-files.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, REQUIRED } from '../../support/world.ts';
import { recordingIo } from '../admin/recording-io.ts';

let target: Target;
let table: Awaited<ReturnType<typeof createTestTable>>;
let directory: string;
beforeAll(async () => {
  table = await createTestTable();
  target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  directory = await mkdtemp(join(tmpdir(), 'silent-'));
});
afterAll(async () => {
  target.close();
  await rm(directory, { recursive: true });
});

const linesAbout = (n: number, name: string) => [
  { type: 'partner', partnerId: 'ours', name: 'Ours' },
  { type: 'apiKey', partnerId: 'ours', key: KEYS.ours, plan: 'enterprise' },
  { type: 'account', accountNumber: n, partnerId: 'ours', name },
  { type: 'business', businessNumber: n + 1, accountNumber: n, business: { ...REQUIRED, name } },
  { type: 'contact', accountNumber: n, contact: { id: n + 2, firstName: name, email: `a${n}@mail.example` } },
];

/** What changes in them, but not the time of their last change. */
const offersAbout = (n: number, description: string) => {
  const content = { description, updatedOn: '2026-02-16T09:30:00.000Z' };
  const product = { title: 'Jam', imageLink: 'https://x.example/1.png', alphaProductCategoryId: '1', status: 'DRAFT' };
  const id = { productSku: 'J-1', productId: productIdOf(n, 'J-1'), price: { amount: '5.00', currencyCode: 'USD' } };
  return [
    { type: 'service', accountNumber: n, service: { name: 'Tea', ...content } },
    { type: 'product', accountNumber: n, product: { ...product, ...id, ...content, updatedBy: 'Ours' } },
  ];
};

const TYPES = ['account', 'business', 'contact', 'service', 'product'];
const EVENTS = [businessEvents, contactEvents, serviceEvents, productEvents];
const about = (item: Item): boolean => TYPES.includes(String(item.type));
const stored = async () => new Map((await itemsOf(table)).filter(about).map((item) => [keyText(item), item]));

/** The types of the events that some work makes, by the items before and after it. */
const sentBy = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = await stored();
  await work();
  const after = await stored();
  return [...after]
    .flatMap(([key, newImage]) => {
      const oldImage = before.get(key);
      if (oldImage?.p0 === newImage.p0) return [];
      return eventsOf({ oldImage, newImage, eventId: key, at: 0 }, EVENTS);
    })
    .map(({ type }) => type)
    .toSorted();
};

const bring =
  (records: readonly unknown[], options: Parameters<typeof importData>[3] = {}) =>
  async () => {
    const file = join(directory, 'records.jsonl');
    await writeFile(file, linesOf(records));
    const { refused } = await importData(target, recordingIo(), file, options);
    expect(refused).toBe(0);
  };

const CREATED = ['BUSINESS_CREATED', 'BUSINESS_CREATED', 'CONTACT_CREATED'];
const UPDATED = ['BUSINESS_UPDATED', 'BUSINESS_UPDATED', 'CONTACT_UPDATED'];

describe('An import', () => {
  it.each([
    ['without --events sends nothing', 1000, {}, [], []],
    ['with --events sends what it makes and changes', 2000, { events: true }, CREATED, UPDATED],
  ])('%s', async (_, n, options, created, updated) => {
    expect(await sentBy(bring(linesAbout(n, 'First'), options))).toEqual(created);
    expect(await sentBy(bring(linesAbout(n, 'Second'), options))).toEqual(updated);
    expect(await sentBy(bring(linesAbout(n, 'Second'), options))).toEqual([]);
  });

  it('keeps silent about what it overwrites, and partners’ writes send events before and after it', async () => {
    const path = { businessId: '3001' };
    const change = (name: string) => () => call(update, { path, body: { ...REQUIRED, name } });
    await bring(linesAbout(3000, 'First'))();
    expect(await sentBy(change('Theirs'))).toEqual(['BUSINESS_UPDATED']);
    expect(await sentBy(bring(linesAbout(3000, 'Second'), { force: true }))).toEqual([]);
    expect(await sentBy(change('Theirs again'))).toEqual(['BUSINESS_UPDATED']);
  });

  it('keeps silent about a record that it makes again, and sends an event with --events', async () => {
    for (const [n, options, sent] of [
      [4000, {}, []],
      [5000, { events: true }, ['BUSINESS_CREATED']],
    ] as const) {
      await bring(linesAbout(n, 'First'))();
      await call(deleteBusiness, { path: { businessId: String(n + 1) } });
      expect(await sentBy(bring(linesAbout(n, 'First'), options))).toEqual(sent);
    }
  });

  it('with --events sends what changes at a service and a product, also if the time in their lines stays', async () => {
    const options = { events: true };
    await bring(linesAbout(7000, 'First'))();
    const both = ['PRODUCT_CHANGED', 'SERVICE_CHANGED'];
    expect(await sentBy(bring(offersAbout(7000, 'First'), options))).toEqual(both);
    expect(await sentBy(bring(offersAbout(7000, 'Second'), options))).toEqual(both);
    expect(await sentBy(bring(offersAbout(7000, 'Second'), options))).toEqual([]);
  });

  it('counts no byte of a record for its silence', async () => {
    await bring(linesAbout(6000, 'First'))();
    const [item] = [...(await stored()).values()].filter(({ businessNumber }) => businessNumber === 6001);
    expect(item!.quiet).toBe(item!.p0);
    expect(recordBytes(item!)).toBe(item!.bytes);
  });
});
