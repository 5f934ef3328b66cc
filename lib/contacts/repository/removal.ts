/** Finds contacts, and their items, when their location or account is deleted. */

import { chunksOf } from '../../dynamodb/client/concurrency.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Deleted } from '../../dynamodb/table/entity.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import {
  deletionOf,
  ifUnchanged,
  keyOf,
  listedAt,
  lyingAt,
  stillLoaded,
  unchangedAction,
  updateAction,
} from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { ACTIVITY_PREFIX } from './activity.ts';
import { derivedActions } from './change.ts';
import { type Contact, type ContactOwner, contactChanges, contactPointerKey, contactsPartition } from './contact.ts';
import { OPT_OUTS, optOutsPartition } from './opt-outs.ts';
import { packedIndexPartition } from './packed-index.ts';
import { pointerChanges, pointersOf } from './pointers.ts';

type Removals = AsyncGenerator<readonly Action[]>;

const ownerOf = ({ partnerId }: PartnerStore, { accountNumber }: Deleted): ContactOwner => ({
  partnerId,
  accountNumber,
});

/** As many actions are done at once. */
const CHUNK = 50;

const chunks = (actions: readonly Action[]) => chunksOf(actions, CHUNK);

/** Every contact of an account: its activity and pointers first, by which it would not be known once it is gone. */
export const contactsOfAccount = async function* (store: PartnerStore, deleted: Deleted): Removals {
  const owner = ownerOf(store, deleted);
  for await (const keys of listedAt(store.table, contactsPartition(owner))) {
    for (const item of await store.table.batchGet(keys)) {
      for await (const activity of lyingAt(store.table, String(item.pk), ACTIVITY_PREFIX))
        yield* chunks(activity.map((key) => deletionOf({ ...key })));
      const pointers = pointersOf(item.contact as Contact);
      yield* chunks(pointers.map(({ kind, value }) => deletionOf(contactPointerKey(owner, kind, value))));
      // Activity and pointers that came meanwhile are removed with it in the next round.
      yield [{ Delete: { Key: keyOf(item), ...ifUnchanged(item) } }];
    }
  }
};

/** What lies in partitions of the account's own. */
const lyingIn = async function* ({ table }: PartnerStore, partitions: readonly string[]): Removals {
  for (const partition of partitions)
    for await (const keys of lyingAt(table, partition)) yield* chunks(keys.map((key) => deletionOf({ ...key })));
};

export const packedIndexOfAccount = (store: PartnerStore, deleted: Deleted): Removals =>
  lyingIn(store, [packedIndexPartition(ownerOf(store, deleted))]);

export const optOutsOfAccount = (store: PartnerStore, deleted: Deleted): Removals =>
  lyingIn(
    store,
    OPT_OUTS.map((kind) => optOutsPartition(ownerOf(store, deleted), kind)),
  );

/** A contact without its mappings to a location: a row of a data file that has them is new again. */
const withoutMappings = (item: Item, contact: Contact): Action =>
  updateAction(item, { ...contactChanges(contact), ...stillLoaded(item) });

/** The contacts that are mapped to a location: they lose the mappings, with the pointers of those, and stay. */
export const contactsOfLocation = async function* (store: PartnerStore, deleted: Deleted): Removals {
  const { table } = store;
  const owner = ownerOf(store, deleted);
  const containing = { attribute: 'businessNumbers', value: deleted.number };
  for await (const keys of listedAt(table, contactsPartition(owner), { containing })) {
    for (const item of await table.batchGet(keys)) {
      const before = item.contact as Contact;
      const { mappings = [] } = before;
      const kept = mappings.filter(({ businessNumber }) => businessNumber !== deleted.number);
      if (kept.length === mappings.length) continue;
      const after = { ...before, mappings: kept };
      const { givenUp } = pointerChanges(owner, before, after);
      const derived = derivedActions(owner, before, after);
      const [last = [], ...first] = [...chunks(givenUp)].toReversed();
      const fits = last.length + derived.length < CHUNK;
      for (const some of fits ? first : [last, ...first]) yield [unchangedAction(item), ...some];
      yield [withoutMappings(item, after), ...derived, ...(fits ? last : [])];
    }
  }
};
