/**
 * How keys are spelled. Each entity makes its own from these parts (docs/engineers.md has the table of them all). The
 * partner is part of every partition key, the index's too: what is another partner's is not at the key that a request asks
 * for. Only API keys, known by a hash, and the owners of numbers stand outside. Pure.
 */
import { hash } from 'node:crypto';

export type Key = { readonly pk: string; readonly sk: string };
export type IndexKey = { readonly gsi1pk: string; readonly gsi1sk: string };

/** A key, or that of an item, as one text: what items are told apart by in a map or a set. */
export const keyText = ({ pk, sk }: { readonly pk?: unknown; readonly sk?: unknown }): string => `${pk}\n${sk}`;

/** The name of the one index. It holds what lists show, and no whole record. */
export const INDEX = 'gsi1';

/**
 * What the index holds beside keys: what lists show, some 150 bytes a record, so that a write of anything else is not paid
 * twice and a page of a list is a few calls.
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

/** The index of namesakes: what has one name, by zip, whatever its account. It holds what tells them apart. */
export const NAMESAKES = 'gsi2';
export const NAMESAKES_ATTRIBUTES: readonly string[] = ['accountNumber', 'parent', 'phone'];

/** Joins the parts of a key. A `#` inside a part is escaped, so that no input can reach another item's key. */
export const joined = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => String(part).replace(/[#%]/g, (mark) => (mark === '#' ? '%23' : '%25'))).join('#');

/** A partition of a partner's own. */
export const ofPartner = (partnerId: string, ...parts: readonly (string | number)[]): string =>
  joined('P', partnerId, ...parts);

/**
 * A partition of a partner's secrets. All of them begin with one word, by which rights on the table tell them from what every
 * function may read.
 */
export const secretsOfPartner = (partnerId: string, ...parts: readonly (string | number)[]): string =>
  `SECRET#${ofPartner(partnerId, ...parts)}`;

/** Numbers in sort keys sort as numbers do: 16 digits hold every safe integer. */
export const sortable = (number: number): string => String(number).padStart(16, '0');

/** Personal data is in no key, as keys turn up in metrics and trails: a digest stands in its place. */
export const digest = (...parts: readonly (string | number)[]): string => hash('sha256', joined(...parts), 'hex');

/** A sort key has at most 1,024 bytes. */
const MOST_ZIP = 100;

/**
 * Where the index of namesakes has a record, for the part of it that is given: a write that changes the name or the zip
 * changes the key with it, and need not know the rest. `null` takes a record out of the index.
 */
export const namesakeKeys = (partnerId: string, fields: Readonly<Record<string, unknown>>) => {
  const { name, 'location.zip': zip } = fields;
  return {
    ...(typeof name === 'string' && { gsi2pk: ofPartner(partnerId, 'NAME', digest(name.trim().toLowerCase())) }),
    // A blank one is in no index: no creation has it.
    ...(zip !== undefined && { gsi2sk: (typeof zip === 'string' && zip.trim().slice(0, MOST_ZIP)) || null }),
  };
};

/** The attributes that make up keys: no part of any record. */
export const keyAttributes = ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'] as const;
