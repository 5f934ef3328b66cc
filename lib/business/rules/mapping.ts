/** Reads the mapping of a location to its account's hierarchy levels from a body. Pure. */
import type { JsonObject } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import { NumberText } from '../../contract/number-text.ts';
import { codePoints, isBlank, ONE_LINE } from '../../contract/text.ts';
import { placeIn, placeOf, type Violation } from '../../contract/violations.ts';

/** The value of each level, by level name. */
export type Mapping = Readonly<Record<string, string>>;

/** Of a value, in characters. */
export const MOST_CHARACTERS = 250;
/** Characters of a name that a message repeats. */
const LONGEST_NAMED = 100;
const LINE = new RegExp(ONE_LINE, 'u');

/** Converts a value to stored text; `undefined` if it is neither text nor a number. */
const textOf = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) && !(value instanceof NumberText)
    ? String(value).trim()
    : undefined;

const problemOf = (value: unknown): Omit<Violation, 'path' | 'error'> & { readonly problem?: string } => {
  const text = textOf(value);
  if (isBlank(value) || text === '') return { problem: 'must not be blank' };
  if (text === undefined) return { problem: 'must be a string' };
  if (!text.isWellFormed() || !LINE.test(text)) {
    return { problem: 'must be one line of text without control characters' };
  }
  const actual = codePoints(text);
  if (actual <= MOST_CHARACTERS) return {};
  return { problem: `must have at most ${MOST_CHARACTERS} characters`, limit: MOST_CHARACTERS, actual };
};

/** The mapping in a body, and its violations. */
export const readMapping = (
  body: JsonObject,
): { readonly mapping: Mapping; readonly violations: readonly Violation[] } => ({
  mapping: Object.fromEntries(Object.entries(body).map(([level, value]) => [level, textOf(value) ?? ''])),
  violations: Object.entries(body).flatMap(([level, value]) => {
    const { problem, ...measure } = problemOf(value);
    if (problem === undefined) return [];
    const path = level.slice(0, LONGEST_NAMED);
    return [{ path, pointer: placeIn(placeOf(''), level).pointer, error: invalid(path, problem), ...measure }];
  }),
});

/** A level in the mapping that the account does not have (1363); `undefined` if there is none. */
export const unknownLevel = (mapping: Mapping, levels: readonly string[] = []): string | undefined =>
  Object.keys(mapping).find((level) => !levels.includes(level));
