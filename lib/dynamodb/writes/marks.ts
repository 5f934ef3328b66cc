/**
 * Marks of writes: a record keeps those of its last eight writes, newest first. The marks of a record only rise, so
 * that no write lands twice or on top of a newer one, however late a try of it arrives (docs/writing-once.md).
 */
import { clock, random } from '../client/clock.ts';
import type { Item } from '../table/attributes.ts';
import { sortableTime } from '../table/keys.ts';

/** The number of marks that an item keeps: a write that landed is recognized until as many others have landed. */
export const KEPT = 8;

/** `p0` to `p7`, newest first. */
export const markAttributes: readonly string[] = Array.from({ length: KEPT }, (_, index) => `p${index}`);

/** The marks that an item keeps, newest first. */
export const marksOf = (item: Item): readonly string[] =>
  markAttributes.map((name) => item[name]).filter((mark): mark is string => Boolean(mark));

/** How often an item was written; 0 if it has no version, so that no condition on a version holds for it. */
export const versionOf = (item: Item | undefined): number => Number(item?.version ?? 0);

/** The mark of the last write of an item; empty if it has none. */
export const newestMark = (item: Item | undefined): string => String(item?.p0 ?? '');

/**
 * A mark higher than every mark that this process has made or seen; the clock makes it likely that it is higher than
 * others.
 */
export const nextMark = (): string => {
  clock.marks.highest = Math.max(clock.now(), clock.marks.highest + 1);
  return `${sortableTime(clock.marks.highest)}-${random.hex(16)}`;
};

/** Notes the newest mark of each item, so that the next mark of this process is higher. */
export const noteMarks = (...items: readonly (Item | undefined)[]): void => {
  for (const item of items) {
    const milliseconds = Number(newestMark(item).slice(0, 13));
    if (milliseconds > clock.marks.highest) clock.marks.highest = milliseconds;
  }
};

/** A mark higher than those of the items that a write is based on. */
export const markAbove = (...items: readonly (Item | undefined)[]): string => {
  noteMarks(...items);
  return nextMark();
};

/** When an item was last written, by its newest mark: ISO 8601, in UTC. */
export const writtenAt = (item: Item): string => new Date(Number(String(item.p0).slice(0, 13))).toISOString();

/** Moves the older marks back by one, puts the new one first, and counts the write. */
const MARK_SETS: readonly string[] = [
  ...markAttributes.slice(1).map((name, index) => `${name} = if_not_exists(p${index}, :empty)`),
  'p0 = :mark',
  'version = if_not_exists(version, :zero) + :one',
];

/** The clauses by which an update adds its mark, on condition that the item has no higher one. */
export const markUpdate = (mark: string) => ({
  sets: MARK_SETS,
  condition: 'attribute_exists(pk) AND NOT p0 >= :mark',
  values: { ':mark': mark, ':empty': '', ':zero': 0, ':one': 1 },
});

/**
 * Added to `markUpdate`: makes the write quiet, so that it sends no events. It names its mark, as the next write may
 * not be quiet.
 */
export const QUIET_UPDATE = { sets: ['quiet = :mark'] };

/** Makes the write of a new item quiet. */
export const asQuiet = (item: Item): Item => ({ ...item, quiet: item.p0 });

/** Whether the write that changed an item from one state to another was quiet. */
export const isQuiet = (before: Item | undefined, after: Item | undefined): boolean =>
  after?.quiet !== undefined && after.quiet === after.p0 && before?.p0 !== after.p0;

/** The version and the mark of a new item. */
export const firstMark = (): Item => ({ version: 1, p0: nextMark() });

/**
 * The marks and the version of what replaces an item: its tombstone, or the item that is created again. They are those
 * of the item's next write, so that late tries of earlier writes are still refused.
 */
export const oneWriteLater = (item: Item, mark: string): Item => ({
  ...Object.fromEntries([mark, ...marksOf(item)].slice(0, KEPT).map((each, index) => [markAttributes[index]!, each])),
  version: versionOf(item) + 1,
});
