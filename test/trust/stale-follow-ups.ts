/** Pairs of requests, the second on what the first has just written: its response shows whether it saw that. */
import type { SampleRequest } from '../../lib/contract/cases.ts';
import { operations } from '../../lib/operations.ts';
import { DEMO_KEY } from './idempotency-writes.ts';
import { eventOf } from './samples.ts';

/** A location of the demo data whose listing is not fixed, and which has no maps category of its own. */
const LOCATION = 700103;
const required = { emailId: 'grill@copperkettle.example', phone: '(805) 555-0101', services: 'Dine-in' };

export interface Sending {
  /** The bundle's name. */
  readonly entry: string;
  readonly event: object;
}

export interface FollowUp {
  readonly name: string;
  /** Sent one after the other, each as soon as the one before was answered; all but the last are to be answered 200. */
  readonly sent: readonly Sending[];
  readonly isDue: (status: number, body: { readonly code?: number }) => boolean;
}

const sending = (id: string, sample: SampleRequest): Sending => {
  const operation = operations.find((each) => each.id === id)!;
  return { entry: operation.entry, event: eventOf(operation, sample, DEMO_KEY) };
};
const update = (fields: object): Sending =>
  sending('updateBusiness', { parameters: { businessId: LOCATION }, body: { ...required, ...fields } });
const actionLinks = (): Sending => sending('getMapsActionLinks', { parameters: { businessNumber: LOCATION } });

const alpha = (fields: object) => ({ alphaListing: fields });
const category = (name: string) => alpha({ primaryCategoryAlpha: name, foodDelivery: '' });
const internal = (name: string, subcategory: string) => ({ internalListing: { category: name, subcategory } });
const delivery = alpha({ foodDelivery: 'https://order.example/' });

/** Soon enough to be legal: within a year. */
const soon = (): string =>
  new Date(Date.now() + 60 * 86_400_000).toISOString().replace(/^(\d+)-(\d+)-(\d+).*$/, '$2/$3/$1');

const isOk = (status: number) => status === 200;
const isRefused =
  (wanted: number) =>
  (_: number, { code }: { readonly code?: number }) =>
    code === wanted;

/** In an order in which each finds the record otherwise than the one before left it. */
export const followUps: readonly FollowUp[] = [
  {
    name: 'food links with a category that has just come to serve none',
    sent: [update(category('Restaurant')), update(category('Dentist')), update(delivery)],
    isDue: isRefused(2290),
  },
  {
    name: 'food links with a category that has just come to serve food',
    sent: [update(category('Dentist')), update(category('Restaurant')), update(delivery)],
    isDue: isOk,
  },
  {
    name: 'another category where the location has just become Opening Soon',
    sent: [
      update({ businessStatus: 'Open', ...category('Hotel') }),
      update({ businessStatus: 'Opening Soon', openingSoonDate: soon() }),
      update(category('Dentist')),
    ],
    isDue: isRefused(2519),
  },
  {
    name: 'another category where the location has just ceased to be Opening Soon',
    sent: [
      update({ businessStatus: 'Opening Soon', openingSoonDate: soon() }),
      update({ businessStatus: 'Open' }),
      update(category('Dentist')),
    ],
    isDue: isOk,
  },
  {
    name: 'action links of a category that has just been set',
    sent: [update(internal('Hotel', 'Resort')), update(internal('Restaurant', 'Steak house')), actionLinks()],
    isDue: (status, body) => isOk(status) && JSON.stringify(body).includes('restaurant_'),
  },
  {
    name: 'action links of another category that has just been set',
    sent: [update(internal('Restaurant', 'Steak house')), update(internal('Hotel', 'Resort')), actionLinks()],
    isDue: (status, body) => isOk(status) && JSON.stringify(body).includes('hotel'),
  },
];
