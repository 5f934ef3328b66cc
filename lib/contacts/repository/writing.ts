/** Writes a contact with its dependent items, once and completely (docs/writing-once.md). */
import { tombstoneKey } from '../../business/repository/tombstone.ts';
import { MOST_ACTIONS } from '../../dynamodb/client/call.ts';
import { ItemTooLarge } from '../../dynamodb/client/outcomes.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { unchangedAction } from '../../dynamodb/writes/dependent-items.ts';
import type { Executed } from '../../dynamodb/writes/idempotency-record.ts';
import { versionOf } from '../../dynamodb/writes/marks.ts';
import {
  creation,
  deletion,
  type Strategy,
  takeKey,
  type Written,
  withDependents,
  write,
} from '../../dynamodb/writes/write.ts';
import { type ContactWrite, contactActions } from './change.ts';
import { type Contact, type ContactOwner, contactKey, mappedTo } from './contact.ts';
import { contactTombstoneKey } from './tombstone.ts';

/** The outcome of a write; `changed`: its preconditions have changed since they were read. */
export type ContactOutcome = { readonly version: number } | { readonly executed: Executed } | 'changed';

/** A new contact is tried again where it met others at its pointers: conflicts had no effect. */
const PATIENCE = { attempts: 8 } as const;

/** The maximum number of locations that are checked after the commit: each takes a read unit. */
const MOST_CHECKED = 99;

/** What kind of write it is. */
const strategyOf = ({ owner, before, after }: ContactWrite): Strategy => {
  if (!after) return deletion(contactTombstoneKey(owner, (before!.contact as Contact).id));
  return before ? withDependents : creation();
};

/** @param done - the version where it was done and the call shows no contact */
const outcomeOf = (written: Written, done: number): ContactOutcome => {
  if ('refused' in written) return 'changed';
  return 'done' in written ? { version: written.done ? versionOf(written.done) : done } : written;
};

/** Writes of a partner's contacts. */
export const contactWrites = ((store) => {
  const { table } = store;

  return {
    /**
     * A write under its mark: `after` absent deletes.
     *
     * @param result - what names the contact, to be answered again under an idempotency key
     * @throws StoreUnavailable if it is unknown whether the write landed; ItemTooLarge; KeyReused
     */
    write: async (contact: ContactWrite, result: Executed['result'] = {}): Promise<ContactOutcome> => {
      const { before, mark } = contact;
      const actions = contactActions(contact);
      if (actions.length + Number(store.idempotency !== undefined) > MOST_ACTIONS)
        throw new ItemTooLarge('more mapping ids of their own than a write can have');
      const strategy = strategyOf(contact);
      const basedOn = [versionOf(before)];
      const written = await write(store, { strategy, actions, basedOn, mark, result, patience: PATIENCE });
      return outcomeOf(written, versionOf(before) + 1);
    },

    /** Takes the idempotency key, where there is one, for a request that changes nothing. One call. */
    keep: async (before: Item, result: Executed['result'] = {}): Promise<ContactOutcome> =>
      outcomeOf(await takeKey(store, [unchangedAction(before)], { result }), versionOf(before)),

    /** The version of a contact; of one that is gone that of its deletion, as long as it is known. */
    version: async (owner: ContactOwner, id: number): Promise<number> =>
      versionOf((await table.get(contactKey(owner, id))) ?? (await table.get(contactTombstoneKey(owner, id)))),

    /**
     * Which of an account and locations were deleted meanwhile. It is asked after a contact was written below them, as
     * the removal of their dependent items may have missed the contact.
     */
    goneBelow: async (
      { partnerId, accountNumber }: ContactOwner,
      before: Contact | undefined,
      after: Contact,
    ): Promise<{ readonly account: boolean; readonly locations: ReadonlySet<number> }> => {
      const old = new Set(before ? mappedTo(before) : []);
      const added = (mappedTo(after) ?? []).filter((number) => !old.has(number)).slice(0, MOST_CHECKED);
      const keys = [
        ...(before ? [] : [tombstoneKey(partnerId, 'account', accountNumber)]),
        ...added.map((number) => tombstoneKey(partnerId, 'business', number)),
      ];
      const left = keys.length > 0 ? await table.batchGet(keys) : [];
      return {
        account: left.some(({ kind }) => kind === 'account'),
        locations: new Set(left.flatMap(({ kind, number }) => (kind === 'business' ? [Number(number)] : []))),
      };
    },
  };
}) satisfies Opened<unknown>;
