/** What is said of each kind of item: its place in the table, its attributes, and whether data files carry it. */
import type { Item } from './attributes.ts';
import type { Forms } from './form.ts';
import type { PartnerStore } from './partner-store.ts';
import type { Action } from './transactions.ts';

export { ITEM_VERSION, itemOf } from './item.ts';

/** A location or an account that was deleted. */
export interface Deleted {
  readonly kind: 'account' | 'business';
  readonly number: number;
  /** Of a location its account's, of an account its own. */
  readonly accountNumber: number;
}

/**
 * Finds what is left of an entity's items below what was deleted, by the index or by prefixes of keys: what has been removed
 * is not found again, so that it can be cut off and begun again. Each finding is what is to be done at once, in 50 actions
 * at most.
 */
export type FindParts = (store: PartnerStore, deleted: Deleted) => AsyncIterable<readonly Action[]>;

/** Of the fields that a change has changed: values before and after, or their names alone. */
type Shown = 'values' | 'names';

/** What is kept of changes (docs/audit.md), or why nothing is. Of what identifies a person no value is shown. */
export type Audit =
  | Shown
  | {
      readonly shows: Shown;
      /** What names it among those of its location or account: no personal data. */
      readonly id?: (item: Item) => unknown;
      /** Attributes, and what lies below them, of which the names alone are shown. */
      readonly unshown?: readonly string[];
    }
  | { readonly not: string };

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
  /** What its items have looked like, where that has changed (docs/migrating.md). */
  readonly forms?: Forms;
  /** Whether it holds what identifies a person. */
  readonly personal: boolean;
  /** What the audit shows of its changes. */
  readonly audit: Audit;
  /** What becomes of its items when a location, or an account, is deleted: how they are found and removed, or why not. */
  readonly removal: { readonly withLocation: FindParts | string; readonly withAccount: FindParts | string };
}

/** Whether the audit keeps anything of an entity's changes. */
export const isAudited = ({ audit }: Entity): boolean => typeof audit === 'string' || !('not' in audit);

/** A repository's opening: what is asked is the partner's own, and nothing else can be reached. */
export type Opened<Repository> = (store: PartnerStore) => Repository;
