/**
 * Keeps the audit: makes an entry of a change that the table's stream shows, so that no write can avoid it (docs/audit.md).
 * One that is shown again makes no other.
 */
import { tombstoneKey } from '../business/repository/tombstone.ts';
import type { Item } from '../dynamodb/attributes.ts';
import type { Audit, Entity } from '../dynamodb/entity.ts';
import { type Key, keyText } from '../dynamodb/keys.ts';
import { keyOf } from '../dynamodb/parts.ts';
import type { StreamRecord } from '../dynamodb/stream.ts';
import { TRACE, traceKey, WRITER } from '../dynamodb/writer.ts';
import { partnerErasureKey } from '../partners/repository/erasure.ts';
import { changedFields, type Showing } from './changes.ts';
import { type Entry, entryItem, type Place } from './repository/entry.ts';

type Kept = Showing & { readonly id?: (item: Item) => unknown };

const keptOf = (audit: Audit): Kept | undefined => {
  if (typeof audit === 'string') return { shows: audit };
  return 'not' in audit ? undefined : audit;
};

/** What is left of a user stands in the user's place, and is none. */
const LEFT_OF: Readonly<Record<string, string>> = { userTombstone: 'user' };

const present = (image: Item | undefined): Item | undefined =>
  image && String(image.type) in LEFT_OF ? undefined : image;

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

/** Whoever wrote left a name and a mark of this write: where both are those of the write before, it was somebody else. */
const deedOf = (before: Item | undefined, after: Item, at: number): Deed => {
  const isMarked = after.p0 !== undefined && after.p0 !== before?.p0;
  const isNamed = isMarked || after[WRITER] !== before?.[WRITER];
  return { writer: isNamed ? writerIn(after) : undefined, at: isMarked ? timeOf(after.p0) : at };
};

/** Names a custom field's own tombstone by the field's sort key. */
const ownTombstones = ({ pk, sk }: Key): readonly Key[] => [
  { pk, sk: 'DELETED' },
  { pk, sk: sk.replace(/^FIELD#/, 'GONE#') },
];

const TOMBSTONES: Readonly<Record<string, string>> = { contact: 'contactTombstone', customField: 'fieldTombstone' };

/** Whether a tombstone is that of this record, and of this deletion: its version is the next one, and no version comes back. */
const isLeftOf = (left: Item, { type, version }: Item): boolean =>
  (left.type === 'tombstone' ? left.kind === type : left.type === TOMBSTONES[String(type)]) &&
  Number(left.version) === Number(version) + 1;

/**
 * Who deleted an item, by what the deletion left: a trace, or the tombstone of the record, of its location or its account.
 *
 * @returns `undefined` where the partner itself is removed for good: nothing of it is kept
 */
const deletionOf = async (
  gone: Item,
  { partnerId, id }: { readonly partnerId: string; readonly id: unknown },
  { table, at }: StreamRecord,
): Promise<Deed | undefined> => {
  const key = keyOf(gone);
  const places = (['business', 'account'] as const).flatMap((kind) => {
    const number = gone[`${kind}Number`];
    return number === undefined ? [] : [[kind, tombstoneKey(partnerId, kind, Number(number))] as const];
  });
  const traces = [gone.p0, id].flatMap((each) => (each === undefined ? [] : (traceKey(key, each) ?? [])));
  const erased = partnerErasureKey(partnerId);
  const wanted = [...traces, ...ownTombstones(key), ...places.map(([, each]) => each), erased];
  const found = new Map<string, Item>();
  const keys = new Map(wanted.map((each) => [keyText(each), each]));
  keys.delete(keyText(key));
  for (const item of await table.batchGet([...keys.values()])) found.set(keyText(item), item);
  const foundAt = (each: Key) => found.get(keyText(each));
  if (foundAt(erased)) return undefined;
  const traced = traces.map(foundAt).find((each) => each?.type === TRACE);
  if (traced) return { writer: writerIn(traced), at: Number(traced.at) };
  const own = ownTombstones(key)
    .map(foundAt)
    .find((each) => each !== undefined && isLeftOf(each, gone));
  if (own) return { writer: writerIn(own), at: timeOf(own.p0) };
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
  const kept = new Map(entities.map(({ type, audit }) => [type, keptOf(audit)]));

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
    const what = LEFT_OF[String(image.type)] ?? String(image.type);
    const showing = kept.get(what);
    const [before, after] = [present(oldImage), present(newImage)];
    const one = after ?? before;
    if (!showing || !one) return;
    const changed = changedFields(before, after, showing);
    if (!changed) return;
    const partnerId = String(one.partnerId);
    // What took the record's place names who did it.
    const id = showing.id?.(one);
    const deed = newImage ? deedOf(oldImage, newImage, at) : await deletionOf(one, { partnerId, id }, record);
    if (!deed) return;
    const entry: Entry = {
      ...{ partnerId, eventId, what, place: placeOf(one), ...deed, ...changed },
      change: !before ? 'made' : after ? 'changed' : 'deleted',
      ...(id !== undefined && { id: String(id) }),
    };
    await table.put({ Item: entryItem(entry, days), ConditionExpression: 'attribute_not_exists(pk)' });
  };
};
