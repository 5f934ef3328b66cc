/**
 * What each kind of item declares: its place in the table, its attributes, and all that follows from its changes.
 * Functions, the stack, commands and pages read it from the list (`lib/entities.ts`); docs/adding-an-entity.md adds
 * one.
 */

import type { Counts, Events, InPlace, Leftover, Work } from '../stream/roles.ts';
import type { Action } from '../writes/transactions.ts';
import type { Item } from './attributes.ts';
import type { ContactName, Personal } from './erasure.ts';
import type { PartnerStore } from './partner-store.ts';
import type { SchemaVersions } from './schema-version.ts';

export { ITEM_VERSION, itemOf } from './item.ts';

/** A deleted location or account. */
export interface Deleted {
  readonly kind: 'account' | 'business';
  readonly number: number;
  /** The number of a location's account, or of the account itself. */
  readonly accountNumber: number;
}

/** The same with its time. */
export interface DeletedAt extends Deleted {
  /** ISO 8601, in UTC. */
  readonly deletedAt: string;
}

/**
 * Finds an entity's remaining items below a deleted record, by the index or by key prefixes. Removed items are not
 * found again, so the work can be interrupted and restarted. Each result is a set of at most 50 actions to run
 * together.
 */
export type FindDependents = (store: PartnerStore, deleted: DeletedAt) => AsyncIterable<readonly Action[]>;

/** The same for what is left of a contact that was deleted. */
export type FindOfContact = (store: PartnerStore, contact: ContactName) => AsyncIterable<readonly Action[]>;

/** What the audit shows of changed fields: values before and after, or only their names. */
type Shown = 'values' | 'names';

/**
 * What the audit keeps of changes (docs/audit.md), or why nothing is kept. Values that identify a person are never
 * shown.
 */
export type Audit =
  | Shown
  | {
      readonly shows: Shown | ((item: Item) => Shown);
      /** What identifies it within its location or account: no personal data. */
      readonly id?: (item: Item) => unknown;
      /** Attributes of which, at any depth, only the names are shown. */
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
    /** Its keys in the index, if it is listed there: partition and sort key. */
    readonly index?: readonly [pk: string, sk: string];
  };
  /** The queries that it serves. */
  readonly answers: string;
  /**
   * The JSON Schema of its attributes, without keys, `type` and `v`; the restore drill and the tests validate items
   * against it.
   */
  readonly attributes: object;
  /** Whether data files hold it: as its own line, in the line of another entity, or not, and why. */
  readonly exported: 'line' | { readonly with: string } | { readonly not: string; readonly handedOver?: true };
  /** The schema versions of its items, if there are several (docs/migrating.md). */
  readonly schemaVersions?: SchemaVersions;
  /** Whether it has anything of a person, and how that is erased. */
  readonly personal: false | Personal;
  /** The events that its changes send; `by`: another entity makes them, which has the other item of the same record. */
  readonly events: false | Events | { readonly by: string };
  /** What its items add to counts. */
  readonly counts: false | Counts;
  /** What the audit shows of its changes. */
  readonly audit: Audit;
  /**
   * What happens to its items when a location or an account is deleted: how they are found and removed, or why they are
   * not. `withContact`: how they are found when a contact is deleted, if they are the contact's.
   */
  readonly removal: {
    readonly withLocation: FindDependents | string;
    readonly withAccount: FindDependents | string;
    readonly withContact?: FindOfContact;
    /** Its items of a location are not among those that `withAccount` finds. */
    readonly liesAtLocation?: true;
  };
  /** Of tombstones: what they stand for, and what removes the rest of that. */
  readonly tombstone?: InPlace | Leftover<Entity>;
  /** Other work that the stream starts for it. */
  readonly work?: Work;
  /**
   * What applying a restored table does not do with its items (docs/recovery.md). `keeps`: it neither changes nor removes
   * them. `follows`: nor does it put any, as the stream makes them from the records that are restored and removed.
   */
  readonly whenRestored?: 'keeps' | 'follows';
}

/** Whether the audit keeps changes of an entity. */
export const isAudited = ({ audit }: Entity): boolean => typeof audit === 'string' || !('not' in audit);

/** Whether an entity's items hold what identifies a person. */
export const isPersonal = ({ personal }: Entity): boolean => personal !== false && personal.identifies;

/** Opens a repository for one partner: it can't reach any other partner's data. */
export type Opened<Repository> = (store: PartnerStore) => Repository;
