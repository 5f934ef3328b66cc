/** Lists of contacts against a plain model, over sequences of writes as the operations make them. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler as checkInHandler } from '../../../functions/contacts/check-in.ts';
import { handler as contactDetails } from '../../../functions/contacts/contact-details.ts';
import { handler as deleteHandler } from '../../../functions/contacts/delete-contact.ts';
import { handler as listContacts } from '../../../functions/contacts/list-contacts.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { call } from '../../support/call.ts';
import { runs } from '../../support/chosen.ts';
import { bring, openWorld } from '../../support/opened-world.ts';
import { save } from './writes.ts';

const DAY = 24 * 3600 * 1000;
const PEOPLE = 6;

/** A contact as the model has it. */
interface Person {
  readonly id: number;
  readonly slot: number;
  readonly createdAt: number;
  lastActivityAt: number;
  places: readonly number[];
}

type Step =
  | { readonly what: 'save'; readonly slot: number; readonly places: readonly number[] }
  | { readonly what: 'rename'; readonly slot: number; readonly name: string }
  | { readonly what: 'checkIn'; readonly slot: number; readonly place: number }
  | { readonly what: 'take off'; readonly slot: number; readonly place: number }
  | { readonly what: 'delete'; readonly slot: number }
  | { readonly what: 'wait'; readonly days: number };

const PLACES = [0, 1, 2];
const slot = fc.nat({ max: PEOPLE - 1 });
const place = fc.constantFrom(...PLACES);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('save' as const), slot, places: fc.subarray(PLACES, { minLength: 1 }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('rename' as const), slot, name: fc.constantFrom('a', 'b') }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('checkIn' as const), slot, place }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('take off' as const), slot, place }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('delete' as const), slot }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('wait' as const), days: fc.constantFrom(0.4, 1, 3) }) },
);
const question = fc.record({
  of: fc.option(place),
  size: fc.integer({ min: 1, max: 3 }),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  from: fc.option(fc.integer({ min: -1, max: 12 })),
  days: fc.option(fc.nat({ max: 6 })),
});

const BEGUN = Date.UTC(2024, 1, 20);

let account = 0;
let now = BEGUN;
const { highest } = clock.marks;
beforeAll(async () => {
  await openWorld();
  // Waits are of the model's clock.
  clock.now = () => now;
});
// No other file of this worker goes on from these marks.
afterAll(() => {
  clock.marks.highest = highest;
});

const usDate = (at: number) => new Date(at).toISOString().replace(/^(\d+)-(\d+)-(\d+).*/, '$2/$3/$1');

/** An account of its own, and what is done to it and to its model. */
const newWorld = async () => {
  account += 1;
  const accountNumber = 5000 + account * 10;
  const numberOf = (index: number) => accountNumber + 1 + index;
  await bring([
    { type: 'account', accountNumber, partnerId: 'ours', name: 'Of a run' },
    ...PLACES.map((index) => ({ type: 'business', businessNumber: numberOf(index), accountNumber, business: {} })),
  ]);
  const people = new Map<number, Person>();
  const names = new Map<number, string>();
  const emailOf = (index: number) => `p${index}@mail.example`;
  const query = { businessId: String(accountNumber) };
  const at = () => {
    now += 1000;
    return now;
  };
  const union = (some: readonly number[], more: readonly number[]) => [...new Set([...some, ...more])];

  const apply = async (each: Step): Promise<void> => {
    if (each.what === 'wait') {
      now += each.days * DAY;
      return;
    }
    const time = at();
    const person = people.get(each.slot);
    const email = emailOf(each.slot);
    const touch = (places: readonly number[]) => {
      if (!person || places.length === person.places.length) return;
      person.places = places;
      person.lastActivityAt = time;
    };
    const born = (id: number, places: readonly number[]) =>
      people.set(each.slot, { id, slot: each.slot, createdAt: time, lastActivityAt: time, places });
    if (each.what === 'save') {
      const answer = await save({ email, businessIds: each.places.map(numberOf) }, { query });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      if (person) touch(union(person.places, each.places));
      else born(answer.body.id, each.places);
    } else if (each.what === 'rename') {
      if (!person) return;
      expect((await save({ id: person.id, firstName: each.name }, { query })).status).toBe(200);
      if (names.get(person.id) !== each.name) person.lastActivityAt = time;
      names.set(person.id, each.name);
    } else if (each.what === 'checkIn') {
      const body = { name: 'Some One', emailId: email };
      const answer = await call(checkInHandler, { query: { bid: String(numberOf(each.place)) }, body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      if (person) Object.assign(person, { places: union(person.places, [each.place]), lastActivityAt: time });
      else born(answer.body.customerId, [each.place]);
      if (!names.has(answer.body.customerId)) names.set(answer.body.customerId, 'Some');
    } else if (person) {
      const businessIds = each.what === 'take off' ? { businessIds: [numberOf(each.place)] } : {};
      expect((await call(deleteHandler, { query, body: { id: person.id, ...businessIds } })).status).toBe(200);
      if (each.what === 'delete') people.delete(each.slot);
      else touch(person.places.filter((index) => index !== each.place));
    }
  };
  return { accountNumber, numberOf, people, apply };
};

it('have exact totals and every page of what the model has, whatever was written before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 14 }),
      fc.array(question, { minLength: 1, maxLength: 4 }),
      async (steps, questions) => {
        now = BEGUN;
        clock.marks.highest = 0;
        const { accountNumber, numberOf, people, apply } = await newWorld();
        for (const each of steps) await apply(each);
        for (const { of, size, order, from, days } of questions) {
          const first = from === null ? undefined : BEGUN + from * DAY;
          const last = days === null ? undefined : (first ?? BEGUN) + days * DAY;
          const isWithin = (at: number) =>
            (first === undefined || at >= first) && (last === undefined || at < last + DAY);
          const there = [...people.values()].filter(({ places }) => of === null || places.includes(of));
          const businessId = of === null ? accountNumber : numberOf(of);

          const active = there
            .filter(({ lastActivityAt }) => isWithin(lastActivityAt))
            .toSorted((a, b) => (order === 'asc' ? 1 : -1) * (a.lastActivityAt - b.lastActivityAt));
          const created = there
            .filter(({ createdAt }) => createdAt >= (first ?? BEGUN) && createdAt < (last ?? BEGUN + 99 * DAY) + DAY)
            .toSorted((a, b) => a.createdAt - b.createdAt);
          const window = {
            ...(first !== undefined && { startDate: usDate(first) }),
            ...(last !== undefined && { endDate: usDate(last) }),
          };
          const totalPages = Math.ceil(active.length / size);
          for (let page = 0; page <= totalPages; page++) {
            const { body } = await call(listContacts, {
              query: { businessId: String(businessId), page: String(page), size: String(size), order },
              body: window,
            });
            expect(body).toMatchObject({ page, size, totalPages, totalCount: active.length });
            expect(body.customers.map(({ customerId }: { customerId: number }) => customerId)).toEqual(
              active.slice(page * size, (page + 1) * size).map(({ id }) => id),
            );
          }
          const { body } = await call(contactDetails, {
            body: {
              businessId,
              startDateUtc: usDate(first ?? BEGUN),
              endDateUtc: usDate(last ?? BEGUN + 99 * DAY),
              page: 0,
              size: 100,
            },
          });
          expect([body.totalCount, body.contacts.map(({ id }: { id: number }) => id)]).toEqual([
            created.length,
            created.map(({ id }) => id),
          ]);
          for (const { id, mappings } of body.contacts) {
            const person = there.find((each) => each.id === id)!;
            const listed = mappings.map((mapping: { businessId: number }) => mapping.businessId);
            expect(listed.toSorted()).toEqual(person.places.map(numberOf).toSorted());
          }
        }
      },
    ),
    { numRuns: runs(6, 50) },
  );
});
