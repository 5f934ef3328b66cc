/**
 * Builds keys. Each entity makes its own from these functions (docs/table.md lists them all). The
 * partner is part of every partition key, also in the index, so a request can't address another partner's items. Only
 * API keys, found by a hash, and the owners of numbers have no partner in their keys. Pure.
 */
import { hash } from 'node:crypto';

export type Key = { readonly pk: string; readonly sk: string };

/** The key of an item as one text, for use in a map or a set. */
export const keyText = ({ pk, sk }: { readonly pk?: unknown; readonly sk?: unknown }): string => `${pk}\n${sk}`;

/** The name of the main index. It holds what lists show, not complete records. */
export const INDEX = 'gsi1';

/**
 * The attributes in the index next to keys: what lists show, some 150 bytes a record. A write of anything else is not
 * paid twice, and a page of a list takes few calls.
 */
export const INDEX_ATTRIBUTES: readonly string[] = [
  'name',
  'alias',
  'status',
  'businessType',
  'createdAt',
  'createdBy',
  'lastActivityAt',
  'externalReferenceId',
  'email',
  'phone',
  'websiteUrl',
  'hierarchy',
  'businessNumbers',
  'bid',
  'location.address1',
  'location.address2',
  'location.city',
  'location.state',
  'location.zip',
  'location.countryCode',
];

/** The index of namesakes: records of the same name, by zip, across accounts. It holds what distinguishes them. */
export const NAMESAKES = 'gsi2';
export const NAMESAKES_ATTRIBUTES: readonly string[] = ['accountNumber', 'parent', 'phone'];

/** Joins the components of a key. A `#` inside one is escaped, so that no input can reach another item's key. */
export const joined = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => String(part).replace(/[#%]/g, (mark) => (mark === '#' ? '%23' : '%25'))).join('#');

/** A partition key of a partner. */
export const ofPartner = (partnerId: string, ...parts: readonly (string | number)[]): string =>
  joined('P', partnerId, ...parts);

/**
 * A partition key of a partner's secrets. All have one prefix, by which IAM policies separate them from the data that
 * every function may read.
 */
export const secretsOfPartner = (partnerId: string, ...parts: readonly (string | number)[]): string =>
  `SECRET#${ofPartner(partnerId, ...parts)}`;

/** Pads a number for a sort key, so that keys sort numerically: 16 digits hold every safe integer. */
export const sortable = (number: number): string => String(number).padStart(16, '0');

/** Formats epoch milliseconds for a key, so that keys sort by time. */
export const sortableTime = (at: number): string => String(Math.floor(at)).padStart(13, '0');

/** A digest for personal data, which no key may hold, as keys appear in metrics and audit trails. */
export const digest = (...parts: readonly (string | number)[]): string => hash('sha256', joined(...parts), 'hex');

/** A sort key has at most 1,024 bytes. */
const MOST_ZIP = 100;

/**
 * The keys of a record in the index of namesakes, for the given fields: a write that changes the name or the zip
 * changes that key with it, and need not know the other one. `null` removes a record from the index.
 */
export const namesakeKeys = (partnerId: string, fields: Readonly<Record<string, unknown>>) => {
  const { name, 'location.zip': zip } = fields;
  return {
    ...(typeof name === 'string' && { gsi2pk: ofPartner(partnerId, 'NAME', digest(name.trim().toLowerCase())) }),
    // A record with a blank zip is not in the index: no creation has one.
    ...(zip !== undefined && { gsi2sk: (typeof zip === 'string' && zip.trim().slice(0, MOST_ZIP)) || null }),
  };
};

/** The key attributes, which are not part of any record. */
export const keyAttributes = ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'] as const;
