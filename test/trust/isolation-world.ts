/** What the other partner has beside the small world: every record with a mark that nobody else may ever see. */
import { REQUIRED } from '../support/world.ts';

/** Stands in every text of theirs. */
export const MARK = 'Quillfeather';

/** What is theirs, and what nobody has, alike in length and form. */
export interface Pair {
  readonly kind: string;
  readonly theirs: string;
  readonly nobodys: string;
}

export const NUMBERS: readonly Pair[] = [
  { kind: 'account', theirs: '200', nobodys: '290' },
  { kind: 'location', theirs: '202', nobodys: '292' },
  { kind: 'location that is fixed', theirs: '203', nobodys: '293' },
  { kind: 'competitor', theirs: '402', nobodys: '492' },
];

export const CONTACT = {
  id: { kind: 'contact', theirs: '5001', nobodys: '5901' },
  cid: { kind: 'mapping', theirs: '5101', nobodys: '5191' },
  email: { kind: 'email', theirs: 'theirs@post.example', nobodys: 'nobody@post.example' },
  phone: { kind: 'phone', theirs: '(650) 555-0177', nobodys: '(650) 555-0188' },
} as const satisfies Readonly<Record<string, Pair>>;

const business = {
  ...REQUIRED,
  name: `${MARK} Books`,
  alias: MARK,
  description: MARK,
  location: { address1: `1 ${MARK} Street`, city: MARK, state: 'CA', zip: '94000', countryCode: 'US' },
  internalListing: { category: 'Hotel', subcategory: ['Bar'], description: MARK },
  alphaListing: { primaryCategoryAlpha: 'Dentist', alphaDescription: MARK },
};

export const theirRecords: readonly unknown[] = [
  { type: 'business', businessNumber: 202, accountNumber: 200, mapsCategoryId: 'hotel', business },
  { type: 'business', businessNumber: 203, accountNumber: 200, listingFixed: true, business },
  {
    type: 'menu',
    businessNumber: 202,
    menu: { id: `menu-${MARK}`, menuDetails: { name: MARK, menus: [{ labels: [{ displayName: MARK }] }] } },
  },
  { type: 'competitor', compAccountId: 402, accountNumber: 200, name: MARK },
  {
    type: 'contact',
    accountNumber: 200,
    contact: {
      id: 5001,
      firstName: MARK,
      email: CONTACT.email.theirs,
      phone: CONTACT.phone.theirs,
      mappings: [{ cid: 5101, location: MARK, businessNumber: 202 }],
      tags: [MARK],
    },
  },
];
