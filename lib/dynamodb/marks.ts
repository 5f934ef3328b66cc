/**
 * Marks of writes: a record keeps those of its last eight writes, newest first. A mark only rises, so that no try of a
 * write lands twice, nor on what was written after it, however late it comes (docs/writing-once.md).
 */
import type { Item } from './attributes.ts';
import { sources } from './sources.ts';

const KEPT = 8;

/** `p0` to `p7`, the newest first. */
export const markAttributes: readonly string[] = Array.from({ length: KEPT }, (_, index) => `p${index}`);

/** Takes notice of a mark: the next one made here is higher. */
const sawMark = (mark: unknown): void => {
  const milliseconds = typeof mark === 'string' ? Number(mark.slice(0, 13)) : 0;
  if (milliseconds > sources.marks.highest) sources.marks.highest = milliseconds;
};

/** A mark higher than every mark that this process has made or seen. The clock is only a guess at what is higher elsewhere. */
export const nextMark = (): string => {
  sources.marks.highest = Math.max(sources.now(), sources.marks.highest + 1);
  return `${String(sources.marks.highest).padStart(13, '0')}-${sources.hex(16)}`;
};

/** The marks that an item keeps, the newest first. */
export const marksOf = (item: Item): readonly string[] => {
  const marks = markAttributes.map((name) => item[name]).filter((mark): mark is string => Boolean(mark));
  sawMark(marks[0]);
  return marks;
};

/** When an item was written last, by its newest mark: ISO 8601, in UTC. */
export const writtenAt = (item: Item): string => new Date(Number(String(item.p0).slice(0, 13))).toISOString();

/** Whether a mark that is lower than `mark` is kept, or all that there were: then a write of `mark` would be kept too. */
export const wouldShow = (marks: readonly string[], mark: string): boolean =>
  marks.length < KEPT || marks.some((kept) => kept < mark);

/** The older marks move on by one, the new one stands in front, and the write is counted. */
const MARK_SETS: readonly string[] = [
  ...markAttributes.slice(1).map((name, index) => `${name} = if_not_exists(p${index}, :empty)`),
  'p0 = :mark',
  'version = if_not_exists(version, :zero) + :one',
];

/** How an update puts its mark in front of those that the item keeps. */
export const markUpdate = (mark: string) => ({
  sets: MARK_SETS,
  condition: 'attribute_exists(pk) AND NOT p0 >= :mark',
  values: { ':mark': mark, ':empty': '', ':zero': 0, ':one': 1 },
});

/** A write that nobody is told of says so by its own mark: the next write has another one. Beside `markUpdate`. */
export const QUIET_UPDATE = { sets: ['quiet = :mark'] };

/** The same of a new item. */
export const asQuiet = (item: Item): Item => ({ ...item, quiet: item.p0 });

/** Whether nobody is to be told of the change from one state of an item to another. */
export const isQuiet = (before: Item | undefined, after: Item | undefined): boolean =>
  after?.quiet !== undefined && after.quiet === after.p0 && before?.p0 !== after.p0;

/** The attributes of a new item. */
export const firstMark = (): Item => ({ version: 1, p0: nextMark() });
