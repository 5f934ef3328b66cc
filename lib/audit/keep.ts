/**
 * Keeps the audit: makes an entry of a change that the table's stream shows, so that no write can avoid it
 * (docs/audit.md). One that is shown again makes no other.
 */
import { tombstoneKey } from '../business/repository/tombstone.ts';
import type { StreamRecord } from '../dynamodb/stream/records.ts';
import type { Leftover } from '../dynamodb/stream/roles.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { Audit, Entity } from '../dynamodb/table/entity.ts';
import { type Key, keyText } from '../dynamodb/table/keys.ts';
import { keyOf } from '../dynamodb/writes/dependent-items.ts';
import { TRACE, traceKey, WRITER } from '../dynamodb/writes/writer.ts';
import { partnerErasureKey } from '../partners/repository/erasure.ts';
import { changedFields, type Showing } from './changes.ts';
import { type Entry, entryItem, type Place } from './repository/entry.ts';

type Kept = Showing & { readonly id?: (item: Item) => unknown };

const keptOf = (audit: Audit, item: Item): Kept | undefined => {
  if (typeof audit === 'string') return { shows: audit };
  if ('not' in audit) return undefined;
  const { shows } = audit;
  return { ...audit, shows: typeof shows === 'function' ? shows(item) : shows };
};

/** The tombstones that there are. */
const tombstonesOf = (entities: readonly Entity[]) => {
  const inPlace = new Map<string, string>();
  /** By the type of what was deleted. */
  const leftBy = new Map<string, { readonly type: string; readonly tombstone: Leftover<Entity> }>();
  for (const { type, tombstone } of entities) {
    if (!tombstone) continue;
    if ('inPlaceOf' in tombstone) inPlace.set(type, tombstone.inPlaceOf);
    else for (const each of tombstone.stands) leftBy.set(each, { type, tombstone });
  }
  return {
    /** The type that a tombstone stands in the place of. */
    inPlace,
    leftBy,
    /** A tombstone in the place of a record is no record. */
    present: (image: Item | undefined): Item | undefined =>
      image && inPlace.has(String(image.type)) ? undefined : image,
  };
};

type Tombstones = ReturnType<typeof tombstonesOf>;

const placeOf = ({ businessNumber, accountNumber }: Item): Place => {
  if (businessNumber !== undefined) return { kind: 'business', number: Number(businessNumber) };
  return accountNumber === undefined ? { kind: 'partner' } : { kind: 'account', number: Number(accountNumber) };
};

/** The milliseconds of a mark. */
const timeOf = (mark: unknown): number => Number(String(mark).slice(0, 13));

/** Who wrote, and when. */
interface Deed {
  readonly writer: string | undefined;
  readonly at: number;
  readonly goneWith?: string;
}

const writerIn = (item: Item): string | undefined => (item[WRITER] === undefined ? undefined : String(item[WRITER]));

/**
 * Each writer leaves its name and a mark: if both are those of the write before, this write is of an unknown writer.
 */
const deedOf = (before: Item | undefined, after: Item, at: number): Deed => {
  const isMarked = after.p0 !== undefined && after.p0 !== before?.p0;
  const isNamed = isMarked || after[WRITER] !== before?.[WRITER];
  return { writer: isNamed ? writerIn(after) : undefined, at: isMarked ? timeOf(after.p0) : at };
};

/** The key of the tombstone of a deleted record. */
const ownTombstone = ({ leftBy }: Tombstones, gone: Item): Key | undefined =>
  leftBy.get(String(gone.type))?.tombstone.keyOf(keyOf(gone));

/**
 * Whether a tombstone is that of this record, and of this deletion: its version is the next one, and no version comes
 * back.
 */
const isLeftOf = ({ leftBy }: Tombstones, left: Item, { type, version }: Item): boolean => {
  const own = leftBy.get(String(type));
  return (
    own !== undefined &&
    own.type === left.type &&
    own.tombstone.standsFor(left) === type &&
    Number(left.version) === Number(version) + 1
  );
};

/**
 * Who deleted an item, by what the deletion left: a trace, or the tombstone of the record, of its location or its
 * account.
 *
 * @returns `undefined` where the partner itself is removed for good: nothing of it is kept
 */
const deletionOf = async (
  gone: Item,
  { partnerId, id, tombstones }: { readonly partnerId: string; readonly id: unknown; readonly tombstones: Tombstones },
  { table, at }: StreamRecord,
): Promise<Deed | undefined> => {
  const key = keyOf(gone);
  const places = (['business', 'account'] as const).flatMap((kind) => {
    const number = gone[`${kind}Number`];
    return number === undefined ? [] : [[kind, tombstoneKey(partnerId, kind, Number(number))] as const];
  });
  const traces = [gone.p0, id].flatMap((each) => (each === undefined ? [] : (traceKey(key, each) ?? [])));
  const erased = partnerErasureKey(partnerId);
  const ownKey = ownTombstone(tombstones, gone);
  const wanted = [...traces, ...(ownKey ? [ownKey] : []), ...places.map(([, each]) => each), erased];
  const found = new Map<string, Item>();
  const keys = new Map(wanted.map((each) => [keyText(each), each]));
  keys.delete(keyText(key));
  for (const item of await table.batchGet([...keys.values()])) found.set(keyText(item), item);
  const foundAt = (each: Key) => found.get(keyText(each));
  if (foundAt(erased)) return undefined;
  const traced = traces.map(foundAt).find((each) => each?.type === TRACE);
  if (traced) return { writer: writerIn(traced), at: Number(traced.at) };
  const own = ownKey && foundAt(ownKey);
  if (own && isLeftOf(tombstones, own, gone)) return { writer: writerIn(own), at: timeOf(own.p0) };
  for (const [kind, each] of places) {
    const left = foundAt(each);
    if (left && kind !== gone.type)
      return { writer: writerIn(left), at: Math.max(at, timeOf(left.p0)), goneWith: `${kind} ${left.number}` };
  }
  // The stream knows seconds: what was written within this one came before.
  return { writer: undefined, at: at + 999 };
};

/** Makes entries of what is kept of these. */
export const auditor = (entities: readonly Entity[]) => {
  const audits = new Map(entities.map(({ type, audit }) => [type, audit]));
  const tombstones = tombstonesOf(entities);
  const { inPlace, present } = tombstones;

  /**
   * Makes the entry of a change, if there is one.
   *
   * @param days - so long it is kept; 0 makes none
   * @throws StoreUnavailable
   */
  return async (record: StreamRecord, days: number): Promise<void> => {
    const { oldImage, newImage, eventId, at, table } = record;
    const image = newImage ?? oldImage;
    if (days === 0 || !image) return;
    const what = inPlace.get(String(image.type)) ?? String(image.type);
    const audit = audits.get(what);
    const [before, after] = [present(oldImage), present(newImage)];
    const one = after ?? before;
    const showing = audit && one && keptOf(audit, one);
    if (!showing) return;
    const changed = changedFields(before, after, showing);
    if (!changed) return;
    const partnerId = String(one.partnerId);
    // What took the record's place names who did it.
    const id = showing.id?.(one);
    const deed = newImage
      ? deedOf(oldImage, newImage, at)
      : await deletionOf(one, { partnerId, id, tombstones }, record);
    if (!deed) return;
    const entry: Entry = {
      ...{ partnerId, eventId, what, place: placeOf(one), ...deed, ...changed },
      change: !before ? 'made' : after ? 'changed' : 'deleted',
      ...(id !== undefined && { id: String(id) }),
    };
    await table.put({ Item: entryItem(entry, days), ConditionExpression: 'attribute_not_exists(pk)' });
  };
};
