/** What is said of each kind of item: its place in the table, its attributes, and whether data files carry it. */
import type { Item } from './attributes.ts';
import type { PartnerStore } from './partner-store.ts';

/** The version of the items' form. An item of another version is migrated when it is read (docs/engineers.md). */
export const ITEM_VERSION = 1;

export interface Entity {
  /** The item's `type`. */
  readonly type: string;
  /** Its keys, for the table of keys: `P#<partner>#BUSINESS#<number>`. */
  readonly keys: {
    readonly pk: string;
    readonly sk: string;
    /** In the index, where it is listed: partition and sort key. */
    readonly index?: readonly [pk: string, sk: string];
  };
  /** The questions that it answers. */
  readonly answers: string;
  /** The JSON Schema of its attributes beside keys, `type` and `v`; the restore drill and the tests hold items to it. */
  readonly attributes: object;
  /** Whether data files carry it: as a line of its own, with the line of another entity, or not, and why. */
  readonly exported: 'line' | { readonly with: string } | { readonly not: string };
  /** Whether it holds what identifies a person. */
  readonly personal: boolean;
}

/** What every item carries beside its record. */
export const itemOf = (type: string, record: object, keys: object): Item => ({
  ...record,
  type,
  v: ITEM_VERSION,
  // Last: no attribute of a record can stand in a key's place.
  ...keys,
});

/** A repository's opening: what is asked is the partner's own, and nothing else can be reached. */
export type Opened<Repository> = (store: PartnerStore) => Repository;
