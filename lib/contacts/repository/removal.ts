/** What becomes of contacts when what they belong to is deleted: how they and what belongs to them are found. */
import type { Item } from '../../dynamodb/attributes.ts';
import type { Deleted } from '../../dynamodb/entity.ts';
import { chunksOf } from '../../dynamodb/lanes.ts';
import { nextMark } from '../../dynamodb/marks.ts';
import type { PartnerStore } from '../../dynamodb/partner-store.ts';
import { deletionOf, listedAt, lyingAt, updateAction } from '../../dynamodb/parts.ts';
import type { Action } from '../../dynamodb/transactions.ts';
import { ACTIVITY_PREFIX } from './activity.ts';
import { derivedActions } from './change.ts';
import { type Contact, type ContactOwner, contactChanges, contactPointerKey, contactsPartition } from './contact.ts';
import { OPT_OUTS, optOutsPartition } from './opt-outs.ts';
import { pointerChanges, pointersOf } from './pointers.ts';
import { rosterPartition } from './roster.ts';

type Parts = AsyncGenerator<readonly Action[]>;

const ownerOf = ({ partnerId }: PartnerStore, { accountNumber }: Deleted): ContactOwner => ({
  partnerId,
  accountNumber,
});

/** As many actions are done at once. */
const CHUNK = 50;

const chunks = (actions: readonly Action[]) => chunksOf(actions, CHUNK);

/** Every contact of an account: its activity and pointers first, by which it would not be known once it is gone. */
export const contactsOfAccount = async function* (store: PartnerStore, deleted: Deleted): Parts {
  const owner = ownerOf(store, deleted);
  for await (const keys of listedAt(store.table, contactsPartition(owner))) {
    for (const item of await store.table.batchGet(keys)) {
      for await (const activity of lyingAt(store.table, String(item.pk), ACTIVITY_PREFIX))
        yield* chunks(activity.map((key) => deletionOf({ ...key })));
      const pointers = pointersOf(item.contact as Contact);
      yield* chunks(pointers.map(({ kind, value }) => deletionOf(contactPointerKey(owner, kind, value))));
      yield [deletionOf(item)];
    }
  }
};

/** What lies in partitions of the account's own. */
const lyingIn = async function* ({ table }: PartnerStore, partitions: readonly string[]): Parts {
  for (const partition of partitions)
    for await (const keys of lyingAt(table, partition)) yield* chunks(keys.map((key) => deletionOf({ ...key })));
};

export const rosterOfAccount = (store: PartnerStore, deleted: Deleted): Parts =>
  lyingIn(store, [rosterPartition(ownerOf(store, deleted))]);

export const optOutsOfAccount = (store: PartnerStore, deleted: Deleted): Parts =>
  lyingIn(
    store,
    OPT_OUTS.map((kind) => optOutsPartition(ownerOf(store, deleted), kind)),
  );

/** A contact without its mappings to a location: a row of a data file that has them is new again. */
const withoutMappings = (item: Item, contact: Contact): Action => {
  const wasLoaded = item.loadedVersion !== undefined && item.loadedVersion === item.version;
  return updateAction(
    item,
    { ...contactChanges(contact), ...(wasLoaded && { loadedVersion: Number(item.version) + 1 }) },
    { mark: nextMark() },
  );
};

/** The contacts that are mapped to a location: they lose the mappings, with the pointers of those, and stay. */
export const contactsOfLocation = async function* (store: PartnerStore, deleted: Deleted): Parts {
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
      yield* fits ? first : [last, ...first];
      yield [withoutMappings(item, after), ...derived, ...(fits ? last : [])];
    }
  }
};
