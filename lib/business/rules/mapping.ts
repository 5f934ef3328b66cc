/** The mapping of a location to the hierarchy levels of its account, as it is sent. Pure. */
import type { JsonObject } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import { NumberText } from '../../contract/number-text.ts';
import { codePoints, isBlank, ONE_LINE } from '../../contract/text.ts';
import type { Violation } from '../../contract/violations.ts';

/** The value of each level, by the name of the level. */
export type Mapping = Readonly<Record<string, string>>;

const MOST_CHARACTERS = 250;
const LINE = new RegExp(ONE_LINE, 'u');

/** A value in the form in which it is kept: text, also of a number; `undefined` for what is neither. */
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

/** The mapping that a body asks for, and what is wrong with it. */
export const readMapping = (
  body: JsonObject,
): { readonly mapping: Mapping; readonly violations: readonly Violation[] } => ({
  mapping: Object.fromEntries(Object.entries(body).map(([level, value]) => [level, textOf(value) ?? ''])),
  violations: Object.entries(body).flatMap(([level, value]) => {
    const { problem, ...measure } = problemOf(value);
    return problem === undefined ? [] : [{ path: level, error: invalid(level, problem), ...measure }];
  }),
});

/** A level of the mapping that the account does not have, if there is one (1363). */
export const unknownLevel = (mapping: Mapping, levels: readonly string[] = []): string | undefined =>
  Object.keys(mapping).find((level) => !levels.includes(level));
