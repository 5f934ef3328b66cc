/** What writes make of a contact, against what is said of it in plain words; and how it is packed for lists. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Contact } from '../../../lib/contacts/repository/contact.ts';
import { CONTACT_TYPES, SOURCE_KINDS } from '../../../lib/contacts/repository/kinds.ts';
import { enrolledIn, packedIndexAction } from '../../../lib/contacts/repository/packed-index.ts';
import { NUMBER_WIDTH, packed, TIME_WIDTH, unpacked } from '../../../lib/contacts/repository/packed-text.ts';
import { isPhoneOf, phoneKey } from '../../../lib/contacts/rules/contact-lookup.ts';
import {
  atLocations,
  withLocations,
  withoutLocations,
  writtenContact,
} from '../../../lib/contacts/rules/contact-writes.ts';

const said = fc.option(fc.constantFrom(true, false, null), { nil: undefined });
const changes = fc.record({
  fields: fc.dictionary(fc.constantFrom('firstName', 'tags', 'email'), fc.option(fc.constantFrom('a', 'b'))),
  emailOptin: said,
  smsOptin: said,
  blocked: said,
});
const timeAt = (index: number): string => new Date(1_700_000_000_000 + index * 1000).toISOString();

/** What is known of a channel, in the terms of the interface. */
interface Channel {
  readonly isOut: boolean;
  readonly since: string | undefined;
}

const channelAfter = (before: Channel, spoken: boolean | null | undefined, at: string): Channel => {
  if (spoken === undefined) return before;
  if (spoken) return { isOut: false, since: undefined };
  const opts = !before.isOut || spoken === false;
  return { isOut: true, since: before.isOut && before.since ? before.since : opts ? at : undefined };
};

describe('Writes of a contact', () => {
  it('say of each channel since when it is out', () => {
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 12 }), (all) => {
        let contact: Contact | undefined;
        let email: Channel = { isOut: true, since: undefined };
        let [isBlocked, blockedAt]: [boolean, string | undefined] = [false, undefined];
        const fields: Record<string, unknown> = {};
        for (const [index, change] of all.entries()) {
          const at = timeAt(index);
          const written = writtenContact(contact, { id: 1 }, change, at);
          const wasSame = JSON.stringify(contact);
          email = channelAfter(email, change.emailOptin, at);
          if (change.blocked !== undefined && (change.blocked === true) !== isBlocked) {
            isBlocked = change.blocked === true;
            blockedAt = isBlocked ? at : undefined;
          }
          for (const [name, value] of Object.entries(change.fields)) {
            if (value === null) delete fields[name];
            else fields[name] = value;
          }
          const { emailOtin, emailOptedOutAt, blocked, blockedAt: stored } = written.contact;
          expect([emailOtin !== true, emailOptedOutAt]).toEqual([email.isOut, email.since]);
          expect([blocked === true, stored]).toEqual([isBlocked, blockedAt]);
          for (const name of ['firstName', 'tags', 'email']) expect(written.contact[name]).toBe(fields[name]);
          // What nothing is said of is no write.
          if (written.kinds.length === 0) expect(JSON.stringify(written.contact)).toBe(wasSame);
          expect(written.kinds[0] === 'created').toBe(contact === undefined);
          contact = written.contact;
          // The same again changes nothing.
          expect(writtenContact(contact, contact, change, timeAt(index + 100)).kinds).toEqual([]);
        }
      }),
    );
  });

  it('map to locations, each once, under ids that no other mapping has or had', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 30 });
    const step = fc.tuple(fc.constantFrom('add', 'set', 'remove'), numbers);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let block = 900;
        let contact: Contact = { id: 1, mappings: [{ cid: 77, businessNumber: 1 }, { cid: 78 }] };
        let mapped = new Set([1]);
        const given = new Map<number, number | undefined>([
          [77, 1],
          [78, undefined],
        ]);
        for (const [kind, wanted] of steps) {
          const locations = wanted.map((businessNumber) => ({ businessNumber, name: '' }));
          const draw = () => ++block;
          if (kind === 'add') contact = withLocations(contact, locations, draw);
          if (kind === 'set') contact = atLocations(contact, locations, draw);
          if (kind === 'remove') contact = withoutLocations(contact, new Set(wanted));
          mapped = new Set(
            kind === 'add'
              ? [...mapped, ...wanted]
              : kind === 'set'
                ? wanted
                : [...mapped].filter((each) => !wanted.includes(each)),
          );
          const rows = contact.mappings ?? [];
          const own = rows.flatMap(({ businessNumber }) => businessNumber ?? []);
          expect(own.toSorted((a, b) => a - b)).toEqual([...mapped].sort((a, b) => a - b));
          // A mapping without a business number is none of a location's.
          expect(rows.some(({ cid }) => cid === 78)).toBe(true);
          for (const { cid, businessNumber } of rows) {
            if (given.has(cid)) expect(given.get(cid)).toBe(businessNumber);
            given.set(cid, businessNumber);
          }
        }
      }),
    );
  });

  it('draw a thousand ids at a time', () => {
    let drawn = 0;
    const locations = Array.from({ length: 2500 }, (_, index) => ({ businessNumber: index + 1, name: '' }));
    const { mappings = [], cidBlocks } = withLocations({ id: 1 }, locations, () => 500 + drawn++);
    expect([drawn, cidBlocks]).toEqual([3, [500, 501, 502]]);
    expect(new Set(mappings.map(({ cid }) => cid)).size).toBe(2500);
    expect(mappings.every(({ cid }) => cidBlocks!.includes(Math.floor(cid / 1000)))).toBe(true);
  });
});

describe('The packed index', () => {
  const number = fc.maxSafeInteger();
  it('packs numbers so that they sort as text', () => {
    const whole = fc.maxSafeNat();
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        const [first, second] = [packed(a, NUMBER_WIDTH), packed(b, NUMBER_WIDTH)];
        expect([unpacked(first), first.length]).toEqual([a, NUMBER_WIDTH]);
        expect(first < second).toBe(a < b);
      }),
    );
    const last = Date.UTC(2100, 0, 1);
    expect(unpacked(packed(last, TIME_WIDTH))).toBe(last);
  });

  it('gives back what a contact was entered with', () => {
    const contact = fc.record({
      id: number,
      createdAt: fc
        .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((each) => each.toISOString()),
      contactType: fc.constantFrom(...CONTACT_TYPES),
      sourceKind: fc.constantFrom(...SOURCE_KINDS),
      mappings: fc
        .uniqueArray(fc.maxSafeNat(), { maxLength: 4 })
        .map((all) => all.filter((each) => each > 0).map((businessNumber, cid) => ({ cid, businessNumber }))),
    });
    const owner = { partnerId: 'p', accountNumber: 1 };
    fc.assert(
      fc.property(contact, fc.integer({ min: 1, max: 131_072 }), (each, bytes) => {
        const { Update } = packedIndexAction(owner, each.id, { contact: each, bytes }) as unknown as {
          Update: {
            ExpressionAttributeNames: Record<string, string>;
            ExpressionAttributeValues: Record<string, string>;
          };
        };
        const item = {
          [Update.ExpressionAttributeNames['#contact']!]: Update.ExpressionAttributeValues[':entry'],
          accountNumber: 1,
        };
        const createdAt = Date.parse(each.createdAt);
        expect(enrolledIn(item)).toEqual([
          {
            id: each.id === 0 ? 0 : each.id,
            lastActivityAt: createdAt,
            createdAt,
            contactType: each.contactType,
            sourceKind: each.sourceKind,
            blocks: Math.ceil((bytes + 1024) / 4096),
            businessNumbers: each.mappings.map(({ businessNumber }) => businessNumber),
          },
        ]);
      }),
    );
  });
});

describe('A phone', () => {
  it.each([
    ['(650) 555-0100', 'US', true],
    ['+1 650 555 0100', 'PR', true],
    ['650.555.0100', 'CA', true],
    ['0491 570 156', 'AU', true],
    ['+61 491 570 156', 'AU', true],
    ['55 1234 5678', 'MX', true],
    ['+52 1 55 1234 5678', 'MX', true],
    ['+61 491 570 156', 'US', false],
    ['+1 650 555 0100', 'MX', false],
    ['(150) 555-0100', 'US', false],
    ['650 555 010', 'US', false],
    ['650 555 01000', 'US', false],
    ['+44 20 7946 0022', 'US', false],
    ['650-555-CALL', 'US', false],
    ['', 'US', false],
  ])('%s of %s: %j', (phone, country, expected) => expect(isPhoneOf(phone, country)).toBe(expected));

  it('that is one is found however it is written', () => {
    const digits = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 })
      .map((all) => `6${all.join('')}`);
    fc.assert(
      fc.property(
        digits,
        fc.constantFrom('', ' ', '-', '.'),
        fc.constantFrom('', '+1', '1', '001'),
        (national, gap, code) => {
          const phone = `${code}${gap}${national.slice(0, 3)}${gap}${national.slice(3, 6)}${gap}${national.slice(6)}`;
          expect([isPhoneOf(phone, 'US'), phoneKey(phone, 'US')]).toEqual([true, `1${national}`]);
        },
      ),
    );
  });
});
