/**
 * Update business as a whole: from a normalized body to the fields that are to be written, or to the first violation.
 * Pure: today and the stored record are arguments.
 */

import { isBlank, isObject, type JsonObject, type Normalized } from '../../contract/coercion.ts';
import { type ErrorEntry, invalid } from '../../contract/errors.ts';
import { type Changes, changesOf, inFieldOrder } from '../../contract/fields.ts';
import type { Violation } from '../../contract/violations.ts';
import { isWide, MOST_FIELDS } from '../../contract/wide.ts';
import { profile } from '../contracts/update-business.ts';
import { addressRules, dropsSubLocality } from './address.ts';
import { statusRules } from './business-status.ts';
import { categoryRules, internalCategoryPaths, keepsInternalCategories } from './categories.ts';
import { parseDate } from './dates.ts';
import { type Facts, factsOf, judge, needsRecord, type Rule, type StoredFacts } from './facts.ts';

const ATTRIBUTES = 'alphaListing.attributes';
/** The listing's attributes are kept as sent, so their depth is bounded here. */
const MAX_DEPTH = 16;

const isDeeperThan = (depth: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((each) => isDeeperThan(depth - 1, each)));

/** Whether a value holds more fields and entries, at all its levels together, than one object may without being wide. */
const isTooLarge = (value: unknown): boolean => {
  const left = [value];
  let count = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (isWide(next)) return true;
    for (const name in next) {
      if (++count > MOST_FIELDS) return true;
      left.push((next as JsonObject)[name] ?? null);
    }
  }
  return false;
};

const attributesSize: Rule = {
  path: ATTRIBUTES,
  check(facts) {
    const attributes = facts.sent(ATTRIBUTES);
    if (isTooLarge(attributes)) return invalid(ATTRIBUTES, `must have at most ${MOST_FIELDS} fields in all`);
    if (!isDeeperThan(MAX_DEPTH, attributes)) return undefined;
    return invalid(ATTRIBUTES, `must not be nested more than ${MAX_DEPTH} levels deep`);
  },
};

/** Spec 2.1: a special day is a real date. */
const specialDates: Rule = {
  path: 'specialHours',
  check: (facts): ErrorEntry | undefined => {
    const days = facts.sent('specialHours');
    if (!Array.isArray(days)) return undefined;
    const wrong = days.findIndex((day) => isObject(day) && parseDate(day.specialDate) === undefined);
    return wrong < 0 ? undefined : invalid(`specialHours[${wrong}].specialDate`, 'must be a date, MM/DD/YYYY');
  },
};

const rules: readonly Rule[] = [...addressRules, specialDates, ...statusRules, ...categoryRules, attributesSize];

/** Adds `sent` to `stored` field by field; a blank field is removed. */
const merge = (stored: unknown, sent: JsonObject): JsonObject => {
  const result: JsonObject = isObject(stored) ? { ...stored } : {};
  for (const [name, value] of Object.entries(sent)) {
    if (isBlank(value)) delete result[name];
    else result[name] = isObject(value) ? merge(result[name], value) : value;
  }
  return result;
};

/** What is to be written: the changes less what is dropped, with the open-ended attributes merged into the stored. */
const writes = (changes: Changes, facts: Facts): Changes => {
  const attributes = facts.sent(ATTRIBUTES);
  return {
    ...changes,
    ...(dropsSubLocality(facts) && { 'location.subLocality': null }),
    ...(isObject(attributes) && { [ATTRIBUTES]: merge(facts.stored(ATTRIBUTES), attributes) }),
  };
};

/** The changes that a normalized profile asks for (see `changesOf`). */
export const profileChanges = (normalized: Normalized): Changes => {
  const changes = { ...changesOf(profile, normalized) };
  if (keepsInternalCategories({ sent: (path) => changes[path] ?? undefined })) {
    for (const path of internalCategoryPaths) delete changes[path];
  }
  return changes;
};

/** A profile after an update: what is written, over what is stored. */
export const merged = (stored: Changes, written: Changes): Changes =>
  Object.fromEntries(Object.entries({ ...stored, ...written }).filter(([, value]) => value !== null));

/** The profile, by path, that an update of an empty record would store; no rule of today or of the record is asked. */
export const newProfile = (normalized: Normalized): Changes => {
  const changes = profileChanges(normalized);
  return merged({}, writes(changes, factsOf(changes, { listingFixed: false, profile: {} }, 0)));
};

export interface Verdict {
  /** Every violation known so far, in the order in which they answer. */
  readonly violations: readonly Violation[];
  /** What is to be written; absent while the stored record is still needed to know it. */
  readonly writes?: Changes;
}

/**
 * Judges an update.
 *
 * @param changes - by path, from `profileChanges`
 * @param record - the stored business, once it has been read; a rule that needs it waits until then
 * @param now - epoch milliseconds
 */
export const judgeUpdate = (changes: Changes, record: StoredFacts | undefined, now: number): Verdict => {
  const facts = factsOf(changes, record, now);
  const { violations, pending } = judge(rules, facts);
  if (violations.length > 0) return { violations: inFieldOrder(profile, violations) };
  let written: Changes | undefined;
  const waiting = needsRecord(() => {
    written = writes(changes, facts);
  });
  return pending || waiting || !written ? { violations } : { violations, writes: written };
};
