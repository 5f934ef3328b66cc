/**
 * The free-form attributes of the alpha listing. They are stored as sent, so their size and numbers are checked here.
 * Pure.
 */
import { isObject, type JsonObject } from '../../contract/coercion.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import { invalid } from '../../contract/errors.ts';
import { NumberText } from '../../contract/number-text.ts';
import { isBlank } from '../../contract/text.ts';
import type { RecordFacts, Rule } from './facts.ts';

export const ATTRIBUTES = 'alphaListing.attributes';
const MAX_DEPTH = 16;
const MAX_FIELDS = 1000;

/** The message for invalid attributes; `undefined` if they are valid. */
const problemOf = (attributes: unknown): string | undefined => {
  const left: { readonly value: unknown; readonly depth: number }[] = [{ value: attributes, depth: 0 }];
  let count = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, depth } = next;
    if (value instanceof NumberText) return 'must hold numbers that print as they came, or texts';
    if (typeof value !== 'object' || value === null) continue;
    if (depth === MAX_DEPTH) return `must not be nested more than ${MAX_DEPTH} levels deep`;
    for (const each of Object.values(value)) {
      if (++count > MAX_FIELDS) return `must have at most ${MAX_FIELDS} fields in all`;
      left.push({ value: each, depth: depth + 1 });
    }
  }
  return undefined;
};

const refusal = (attributes: unknown): ErrorEntry | undefined => {
  const problem = problemOf(attributes);
  return problem === undefined ? undefined : invalid(ATTRIBUTES, problem);
};

/** Merges sent attributes into the stored ones, and checks the result. */
export const attributesRule: Rule = {
  path: ATTRIBUTES,
  check: (request) => refusal(request.sent(ATTRIBUTES)),
  needs: 'record',
  isNeeded: (request) => request.sent(ATTRIBUTES) !== undefined,
  checkStored: (facts) => refusal(attributesAfter(facts)),
};

/** The attributes after an update; `undefined` if none are sent, or none remain. */
export const attributesAfter = (facts: RecordFacts): JsonObject | undefined => {
  const sent = facts.sent(ATTRIBUTES);
  if (!isObject(sent)) return undefined;
  const merged = mergeAttributes(facts.stored(ATTRIBUTES), sent);
  return Object.keys(merged).length > 0 ? merged : undefined;
};

/** Adds `sent` to `stored` field by field; a blank field is removed. */
const mergeAttributes = (stored: unknown, sent: JsonObject): JsonObject => {
  const merged = new Map(Object.entries(isObject(stored) ? stored : {}));
  for (const [name, value] of Object.entries(sent)) {
    if (name === '__proto__') continue;
    if (isBlank(value)) merged.delete(name);
    else merged.set(name, isObject(value) ? mergeAttributes(merged.get(name), value) : value);
  }
  return Object.fromEntries(merged);
};
