/**
 * What lists of contacts take, by the size of the account: `node test/bench/contact-lists.ts`, with sizes as arguments
 * (10, 10,000 and 100,000 contacts where there are none). Each contact is mapped to one of ten locations. Prints the
 * table for docs/speed.md. Loading 100,000 contacts takes minutes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '../../cdk/build/bundle.ts';
import { businessItem } from '../../lib/business/repository/business.ts';
import { type Contact, contactItem } from '../../lib/contacts/repository/contact.ts';
import { packedIndexAction } from '../../lib/contacts/repository/packed-index.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { startCounter, startTable } from './engine.ts';
import { inProcess } from './lists-process.ts';
import { measured } from './statistics.ts';
import { accountItems, items, SECRET } from './world/items.ts';

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10, 10_000, 100_000];
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const LOCATIONS = 10;
const MINUTE = 60_000;
const BEGUN = Date.UTC(2024, 0, 1);

/** Contacts as a partner has them: random ids, one created each minute, last active in another order. */
function* contacts(accountNumber: number, size: number): Generator<Contact> {
  for (let at = 0; at < size; at++) {
    const id = 100_000_000_000_000 + ((at * 7_919_000_003) % 899_999_999_999_989);
    yield {
      id,
      firstName: `First ${at}`,
      lastName: 'Lastname',
      email: `contact-${at}@mail.example`,
      phone: `(503) 555-${String(at % 10_000).padStart(4, '0')}`,
      countryCode: 'US',
      emailOtin: true,
      smsOptin: at % 2 === 0,
      contactType: at % 3 === 0 ? 'lead' : 'customer',
      sourceKind: 'api',
      createdAt: new Date(BEGUN + at * MINUTE).toISOString(),
      lastActivityAt: new Date(BEGUN + ((at * 7919) % size) * MINUTE).toISOString(),
      tags: ['vip', 'newsletter'],
      customFields: [{ fieldName: 'Favorite table', type: 'text', fieldValue: 'Patio 4' }],
      mappings: [{ cid: id * 2, location: 'Copper Kettle', businessNumber: accountNumber * 1000 + (at % LOCATIONS) }],
    };
  }
}

/** The items of contacts, and those of the packed index that their writes would make. */
function* itemsOf(accountNumber: number, size: number): Generator<Item> {
  const owner = { partnerId: 'ours', accountNumber };
  const packedIndex = new Map<string, Record<string, unknown>>();
  for (const contact of contacts(accountNumber, size)) {
    const item = contactItem(owner, contact);
    yield item;
    const action = packedIndexAction(owner, contact.id, { contact, bytes: Number(item.bytes) });
    if (!('Update' in action)) throw new Error('a contact is entered by an update');
    const { Key, ExpressionAttributeNames: names, ExpressionAttributeValues: values } = action.Update;
    const entries = packedIndex.get(Key.sk) ?? { ...Key, ...owner, type: 'contactPackedIndex', v: 1 };
    entries[names!['#contact']!] = values![':entry'];
    packedIndex.set(Key.sk, entries);
  }
  yield* packedIndex.values() as Iterable<Item>;
}

const table = await startTable();
const counter = await startCounter(table.endpoint);
const directory = await mkdtemp(join(tmpdir(), 'bench-contacts-'));
try {
  const entries = ['list-contacts', 'contact-details'];
  await bundleFunctions(
    directory,
    entries.map((entry) => `functions/contacts/${entry}.ts`),
  );
  await table.write(items);
  console.log('| account of contacts | list | ms | CPU ms | units | calls | peak MB |');
  console.log('|---:|---|---:|---:|---:|---:|---:|');
  for (const [index, size] of sizes.entries()) {
    const accountNumber = 700 + index;
    const location = accountNumber * 1000;
    await table.write(accountItems(accountNumber, 0));
    await table.write([
      businessItem('ours', { businessNumber: location, accountNumber, listingFixed: false, profile: {} }),
    ]);
    await table.write(itemsOf(accountNumber, size));
    // Start plus size is at most 100,000.
    const last = (amount: number) => String(Math.max(0, Math.ceil(Math.min(size, 100_000) / amount) - 1));
    const days = { startDateUtc: '01/01/2024', endDateUtc: '12/31/2026' };
    const deepest = Math.min(59, Math.max(0, Math.ceil(size / 1000) - 1));
    const account = { businessId: String(accountNumber), page: '0', size: '25' };
    const ofLocation = { ...account, businessId: String(location) };
    for (const [what, entry, query, body] of [
      ['list contacts, the first 25', 'list-contacts', account, {}],
      ['the last 25', 'list-contacts', { ...account, page: last(25) }, {}],
      ['the last 1,000', 'list-contacts', { ...account, page: last(1000), size: '1000' }, {}],
      ['of a day', 'list-contacts', account, { startDate: '01/02/2024', endDate: '01/02/2024' }],
      ['of a location, the first 25', 'list-contacts', ofLocation, {}],
      ['of a location, the first 1,000', 'list-contacts', { ...ofLocation, size: '1000' }, {}],
      [
        'contact details, the first 25',
        'contact-details',
        {},
        { ...days, businessId: accountNumber, page: 0, size: 25 },
      ],
      [
        'the deepest 1,000',
        'contact-details',
        { tags: 'true', customfields: 'true' },
        { ...days, businessId: accountNumber, page: deepest, size: 1000 },
      ],
    ] as const) {
      const job = { file: join(directory, entry, 'index.mjs'), accountNumber, query, body, key: SECRET };
      counter.take();
      await inProcess(counter.endpoint, { ...job, rounds: 1 });
      const { units, calls } = counter.take();
      const { times, busy, rss } = await inProcess(table.endpoint, { ...job, rounds: ROUNDS });
      const figures = [
        measured(times).median.toFixed(0),
        measured(busy).median.toFixed(0),
        units,
        calls.length,
        rss.toFixed(0),
      ];
      console.log(`| ${[size.toLocaleString('en-US'), what, ...figures].join(' | ')} |`);
    }
  }
} finally {
  counter.stop();
  await table.stop();
  await rm(directory, { recursive: true });
}
