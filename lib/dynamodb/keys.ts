/**
 * Every key of the single table. A key says what it leads to, and which question it answers:
 *
 * | item             | pk                         | sk                              | gsi1pk / gsi1sk                 | read by
 * | API key          | KEY#<sha256>               | KEY                             | PARTNER#<id> / KEY#<sha256>     | whose key is this?
 * | metering key     | PARTNER#<id>               | METER#<plan>                    | METER#<value> / METER           | which key meters this plan?
 * | partner          | PARTNER#<id>               | PARTNER                         |                                 |
 * | account          | ACCOUNT#<n>                | ACCOUNT                         | PARTNER#<id> / ACCOUNT#<n>      | whose account is this?
 * | business         | BUSINESS#<n>               | PROFILE                         | ACCOUNT#<n> / BUSINESS#<n>      | what is at this location?
 * | menu             | BUSINESS#<n>               | MENU                            | ACCOUNT#<n>#MENU / <n>          | which menus has this account?
 * | contact          | ACCOUNT#<n>#CONTACT#<id>   | CONTACT                         | ACCOUNT#<n>#CONTACT / <id>      | who is this contact? which has this account?
 * | contact pointer  | ACCOUNT#<n>#EMAIL#<e> …    | CONTACT                         |                                 | who has this email, phone, cid?
 * | competitor       | COMPETITOR#<id>            | COMPETITOR                      | ACCOUNT#<n> / COMPETITOR#<id>   | whose competitor is this?
 * | idempotency key  | IDEMPOTENCY#<id>#<op>#<k>  | IDEMPOTENCY                     |                                 | was this request answered before?
 * | aggregation link | COMPETITOR#<id>            | AGG#<business>#<source>#<hash>  |                                 | was this link added before?
 */

export type Key = { readonly pk: string; readonly sk: string };
export type IndexKey = { readonly gsi1pk: string; readonly gsi1sk: string };

/** Joins the parts of a key. A `#` inside a part is escaped, so that no input can reach another item's key. */
const join = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => String(part).replace(/[#%]/g, (mark) => (mark === '#' ? '%23' : '%25'))).join('#');

/** Numbers in index keys sort as numbers do: 16 digits hold every safe integer. */
const sortable = (number: number): string => String(number).padStart(16, '0');

const contactPointer =
  (kind: 'EMAIL' | 'PHONE' | 'CID') =>
  (accountNumber: number, value: string | number): Key => ({
    pk: join('ACCOUNT', accountNumber, kind, value),
    sk: 'CONTACT',
  });

export const keys = {
  apiKey: (sha256: string): Key => ({ pk: join('KEY', sha256), sk: 'KEY' }),
  meteringKey: (partnerId: string, plan: string): Key => ({ pk: join('PARTNER', partnerId), sk: join('METER', plan) }),
  partner: (partnerId: string): Key => ({ pk: join('PARTNER', partnerId), sk: 'PARTNER' }),
  account: (accountNumber: number): Key => ({ pk: join('ACCOUNT', accountNumber), sk: 'ACCOUNT' }),
  business: (businessNumber: number): Key => ({ pk: join('BUSINESS', businessNumber), sk: 'PROFILE' }),
  menu: (businessNumber: number): Key => ({ pk: join('BUSINESS', businessNumber), sk: 'MENU' }),
  contact: (accountNumber: number, contactId: number): Key => ({
    pk: join('ACCOUNT', accountNumber, 'CONTACT', contactId),
    sk: 'CONTACT',
  }),
  contactByEmail: contactPointer('EMAIL'),
  contactByPhone: contactPointer('PHONE'),
  contactByCid: contactPointer('CID'),
  idempotency: (partnerId: string, operationId: string, key: string): Key => ({
    pk: join('IDEMPOTENCY', partnerId, operationId, key),
    sk: 'IDEMPOTENCY',
  }),
  competitor: (compAccountId: number): Key => ({ pk: join('COMPETITOR', compAccountId), sk: 'COMPETITOR' }),
  aggregation: (compAccountId: number, businessNumber: number, sourceId: number, urlHash: string): Key => ({
    pk: join('COMPETITOR', compAccountId),
    sk: join('AGG', businessNumber, sourceId, urlHash),
  }),
};

export const indexKeys = {
  apiKey: (partnerId: string, sha256: string): IndexKey => ({
    gsi1pk: join('PARTNER', partnerId),
    gsi1sk: join('KEY', sha256),
  }),
  meteringKey: (value: string): IndexKey => ({ gsi1pk: join('METER', value), gsi1sk: 'METER' }),
  account: (partnerId: string, accountNumber: number): IndexKey => ({
    gsi1pk: join('PARTNER', partnerId),
    gsi1sk: join('ACCOUNT', sortable(accountNumber)),
  }),
  business: (accountNumber: number, businessNumber: number): IndexKey => ({
    gsi1pk: join('ACCOUNT', accountNumber),
    gsi1sk: join('BUSINESS', sortable(businessNumber)),
  }),
  menu: (accountNumber: number, businessNumber: number): IndexKey => ({
    gsi1pk: join('ACCOUNT', accountNumber, 'MENU'),
    gsi1sk: sortable(businessNumber),
  }),
  contact: (accountNumber: number, contactId: number): IndexKey => ({
    gsi1pk: join('ACCOUNT', accountNumber, 'CONTACT'),
    gsi1sk: sortable(contactId),
  }),
  competitor: (accountNumber: number, compAccountId: number): IndexKey => ({
    gsi1pk: join('ACCOUNT', accountNumber),
    gsi1sk: join('COMPETITOR', sortable(compAccountId)),
  }),
};

/** The attributes that make up keys, and the item's kind: no part of any record. */
export const keyAttributes = ['pk', 'sk', 'gsi1pk', 'gsi1sk'] as const;
