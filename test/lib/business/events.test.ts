/** The events of a change of a location or an account: the paths that changed, whatever changed, and in so many bytes. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessEvents } from '../../../lib/business/events.ts';
import { businessItem } from '../../../lib/business/repository/business.ts';
import { contactEvents } from '../../../lib/contacts/events.ts';
import { contactItem } from '../../../lib/contacts/repository/contact.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { accountItem } from '../../../lib/partners/repository/account.ts';
import { bodyOf, eventsOf, MOST_BODY_BYTES } from '../../../lib/subscriptions/rules/notifications.ts';
import { runs } from '../../support/chosen.ts';

const word = fc.stringMatching(/^[a-z]{1,6}$/);
/** Some fields of a profile, by path: of each kind that there is. */
const fields = {
  name: word,
  description: word,
  timezone: word,
  languages: fc.array(word, { minLength: 1, maxLength: 2 }),
  'location.city': word,
  'location.zip': word,
  'internalListing.category': word,
  'socialProfileURLs.betaUrl': word,
  'alphaListing.attributes': fc.dictionary(word, word),
  hoursOfOperations: fc.array(fc.record({ day: fc.nat(6), isOpen: fc.nat(1) }), { minLength: 1, maxLength: 2 }),
} as const;
const profile = fc.record(fields, { requiredKeys: [] }).map((each) => JSON.parse(JSON.stringify(each))) as fc.Arbitrary<
  Record<string, unknown>
>;
const customFields = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 1, max: 4 }), fieldValue: word }, { noNullPrototype: true }),
  {
    selector: ({ id }) => id,
  },
);
const own = fc.record({ mapsCategoryId: word, bid: fc.nat(3), status: fc.constantFrom('active', 'demo') } as const, {
  requiredKeys: [],
});

const itemWith = (fieldsOf: Record<string, unknown>, more: object = {}): Item =>
  businessItem('ours', {
    ...{ businessNumber: 101, accountNumber: 100, listingFixed: false },
    ...more,
    profile: fieldsOf,
  });

const changeEvents = (oldImage: Item | undefined, newImage: Item) => businessEvents({ oldImage, newImage });
const changedIn = (before: Item, after: Item): readonly string[] | undefined =>
  changeEvents(before, after).find(({ type }) => type === 'BUSINESS_UPDATED')?.data.changed as never;

/** Fields that the reply makes of others. */
const DERIVED: Readonly<Record<string, readonly string[]>> = {
  'internalListing.category': ['category'],
  'internalListing.description': [],
};

/** The same with the keys of every map in the opposite order: a stream keeps none. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, reversed(each)] as const);
  return Object.fromEntries(entries.reverse());
};

describe('The paths of an update', () => {
  it('do not hang on the order of keys in an image', () => {
    const hierarchy = { hierarchy: { Region: 'Pacific', City: 'Auckland' } };
    fc.assert(
      fc.property(profile, customFields, own, (each, rows, mine) => {
        const image = itemWith({ ...each, customFields: rows }, { ...mine, ...hierarchy });
        expect(changeEvents(image, reversed(image) as Item)).toEqual([]);
      }),
    );
    const [before, after] = [itemWith({}, hierarchy), itemWith({}, { hierarchy: { Region: 'Pacific' } })];
    expect(changedIn(before, after)).toEqual(['hierarchy']);
  });

  it('are those of the images: no field more, none less', () => {
    fc.assert(
      fc.property(profile, profile, customFields, customFields, own, own, (a, b, rows, others, mine, yours) => {
        const [before, after] = [
          itemWith({ ...a, customFields: rows }, mine),
          itemWith({ ...b, customFields: others }, yours),
        ];
        const stored = Object.keys({ ...a, ...b }).filter((path) => !isDeepStrictEqual(a[path], b[path]));
        const expected = new Set(stored.flatMap((path) => [path, ...(DERIVED[path] ?? [])]));
        for (const id of [1, 2, 3, 4]) {
          const rowOf = (list: typeof rows) => list.find((row) => row.id === id);
          if (!isDeepStrictEqual(rowOf(rows), rowOf(others))) expected.add(`customFields.${id}`);
        }
        for (const name of ['mapsCategoryId', 'bid'] as const) if (mine[name] !== yours[name]) expected.add(name);
        const changed = changedIn(before, after);
        // The order of rows is no field of any of them.
        const named = (changed ?? []).filter((path) => path !== 'customFields');
        expect(new Set(named)).toEqual(expected);
        if (expected.size === 0 && isDeepStrictEqual(rows, others)) expect(changed).toBeUndefined();
        const types = changeEvents(before, after).map(({ type }) => type);
        const statusOf = ({ status = 'active' }: { status?: unknown }) => status;
        expect(types.includes('BUSINESS_STATUS_CHANGED')).toBe(statusOf(mine) !== statusOf(yours));
      }),
      { numRuns: runs(150, 500) },
    );
  });

  it('are none where only marks, version, size, who wrote or a closing are others', () => {
    const item = itemWith({ name: 'A' });
    const account = accountItem({ accountNumber: 100, partnerId: 'ours', name: 'A' });
    for (const each of [item, account]) {
      const later = {
        ...each,
        p1: each.p0,
        p0: '9999999999999-1',
        version: 2,
        bytes: 1,
        loadedVersion: 2,
        quiet: 'x',
        writtenBy: 'key#a#updateBusiness#b',
        ...(each === account && { closing: 5 }),
      };
      expect(changeEvents(each, later)).toEqual([]);
    }
  });

  it('are a hundred at most', () => {
    const rows = Array.from({ length: 150 }, (_, id) => ({ id: id + 1, fieldValue: 'a' }));
    expect(changedIn(itemWith({}), itemWith({ customFields: rows }))).toHaveLength(100);
  });
});

describe('A body', () => {
  const committed = (oldImage: Item | undefined, newImage: Item | undefined) => ({
    oldImage,
    newImage,
    eventId: 'e',
    at: 1,
  });
  const bodiesOf = (before: Item | undefined, after: Item | undefined): string[] =>
    eventsOf(committed(before, after), [businessEvents, contactEvents]).map(bodyOf);

  it('has 20 KB at most, whatever changed', () => {
    const wide = (count: number, length: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`a.${'é\u0001'.repeat(length)}${index}`, index]));
    const mappings = Array.from({ length: 5000 }, (_, index) => ({ cid: index + 1, businessNumber: 1e14 + index }));
    const owner = { partnerId: 'ours', accountNumber: 1e14 };
    const bodies = [
      ...bodiesOf(itemWith({}), itemWith(wide(200, 10))),
      ...bodiesOf(itemWith({}), itemWith(wide(90, 300))),
      ...bodiesOf(itemWith({}), itemWith(wide(1, 12_000))),
      ...bodiesOf(undefined, contactItem(owner, { id: 1e14, mappings })),
    ];
    expect(bodies).toHaveLength(4);
    for (const body of bodies) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MOST_BODY_BYTES);
    expect(MOST_BODY_BYTES).toBeLessThanOrEqual(20 * 1024);
  });

  it('has no value of a field, and nothing of a person', () => {
    const person = { id: 7, firstName: 'Sekrit', email: 'sekrit@mail.example', phone: '(650) 555-7777' };
    const owner = { partnerId: 'ours', accountNumber: 100 };
    const secret = {
      name: 'Sekrit',
      emailId: 'sekrit@shop.example',
      phone: '(650) 555-7777',
      customFields: [{ id: 1, fieldName: 'Sekrit' }],
    };
    const bodies = [
      ...bodiesOf(undefined, itemWith(secret)),
      ...bodiesOf(itemWith({}), itemWith(secret)),
      ...bodiesOf(undefined, contactItem(owner, person)),
      ...bodiesOf(contactItem(owner, person), undefined),
    ];
    expect(bodies).toHaveLength(4);
    expect(bodies.join()).not.toMatch(/sekrit|650\D*555/i);
  });

  it('has the time of the write’s mark where the stream’s second is that of the mark', () => {
    const item = itemWith({});
    const ms = Number(String(item.p0).slice(0, 13));
    const at = (seconds: number) =>
      eventsOf({ ...committed(undefined, item), at: seconds * 1000 }, [businessEvents])[0]!.at;
    expect(at(Math.floor(ms / 1000))).toBe(ms);
    expect(at(Math.floor(ms / 1000) - 60)).toBe((Math.floor(ms / 1000) - 60) * 1000);
  });
});
