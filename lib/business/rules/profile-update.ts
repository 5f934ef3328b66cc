/**
 * Update business as a whole: from a normalized body to the fields that are to be written, or to what refuses it. What is
 * judged is what is stored. Pure: today and the stored record are arguments.
 */
import { isObject, type Normalized } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import { type Changes, changesOf, inFieldOrder } from '../../contract/fields.ts';
import type { Violation } from '../../contract/violations.ts';
import type { Guard } from '../../dynamodb/expressions.ts';
import { profile } from '../contracts/update-business.ts';
import { addressRules, dropsSubLocality } from './address.ts';
import { ATTRIBUTES, attributesAfter, attributesRule } from './attributes.ts';
import { statusRules, statusWrites } from './business-status.ts';
import { categoryRules, droppedFoodLinks, dropsDisplay, keptInternalCategories } from './categories.ts';
import { parseDate } from './dates.ts';
import {
  judgeRequest,
  judgeWithRecord,
  type RecordFacts,
  type RequestFacts,
  type Rule,
  recordFacts,
  requestFacts,
  type StoredFacts,
} from './facts.ts';
import { mediaRules } from './media.ts';

/** A special day is a real date. */
const specialDates: Rule = {
  path: 'specialHours',
  check: (request): Violation | undefined => {
    const days = request.sent('specialHours');
    if (!Array.isArray(days)) return undefined;
    const wrong = days.findIndex((day) => isObject(day) && parseDate(day.specialDate) === undefined);
    const path = `specialHours[${wrong}].specialDate`;
    return wrong < 0 ? undefined : { path, error: invalid(path, 'must be a date, MM/DD/YYYY') };
  },
};

const rules: readonly Rule[] = [
  ...addressRules,
  specialDates,
  ...statusRules,
  ...categoryRules,
  ...mediaRules,
  attributesRule,
];

/** The changes that a normalized profile asks for (see `changesOf`). */
export const profileChanges = (normalized: Normalized): Changes => {
  const changes = changesOf(profile, normalized);
  const kept = keptInternalCategories(changes, normalized.cleared.includes('internalListing'));
  if (!kept.some((path) => Object.hasOwn(changes, path))) return changes;
  return Object.fromEntries(Object.entries(changes).filter(([path]) => !kept.includes(path)));
};

/** A profile after an update: what is written, over what is stored. */
export const merged = (stored: Changes, written: Changes): Changes =>
  Object.fromEntries(Object.entries({ ...stored, ...written }).filter(([, value]) => value !== null));

/** What is to be written beside the changes, as far as the request alone says. */
const impliedWrites = (facts: RequestFacts | RecordFacts): Changes => ({
  ...statusWrites(facts),
  ...(dropsSubLocality(facts) && { 'location.subLocality': null }),
  ...droppedFoodLinks(facts),
});

/** What is to be written: the changes, what follows from them, and the open-ended attributes merged into the stored. */
const writesWith = (changes: Changes, facts: RecordFacts): Changes => ({
  ...changes,
  ...impliedWrites(facts),
  ...(dropsDisplay(facts) && { 'internalListing.displayCategory': null }),
  ...(facts.sent(ATTRIBUTES) !== undefined && { [ATTRIBUTES]: attributesAfter(facts) ?? null }),
});

/** An update as far as its request says. */
export interface PreparedUpdate {
  readonly changes: Changes;
  /** Every violation of the request by itself, in the order in which they answer. */
  readonly violations: readonly Violation[];
  /** What to write without reading the record, and what the record must then be; absent where it must be read. */
  readonly blind?: { readonly writes: Changes; readonly guards: readonly Guard[] };
}

/**
 * @param changes - by path, from `profileChanges`
 * @param now - epoch milliseconds
 */
export const prepareChanges = (changes: Changes, now: number): PreparedUpdate => {
  const facts = requestFacts(changes, now);
  const { violations, needsRecord, guards } = judgeRequest(rules, facts);
  const mustRead = needsRecord || dropsSubLocality(facts) === undefined;
  return {
    changes,
    violations: inFieldOrder(profile, violations),
    ...(!mustRead && { blind: { writes: { ...changes, ...impliedWrites(facts) }, guards } }),
  };
};

/** @param now - epoch milliseconds */
export const prepareUpdate = (normalized: Normalized, now: number): PreparedUpdate =>
  prepareChanges(profileChanges(normalized), now);

/**
 * Judges an update on the stored record.
 *
 * @param changes - by path, from `profileChanges`
 * @param now - epoch milliseconds
 */
export const judgeUpdate = (
  changes: Changes,
  record: StoredFacts,
  now: number,
): { readonly violations: readonly Violation[]; readonly writes: Changes } => {
  const facts = recordFacts(changes, record, now);
  return { violations: inFieldOrder(profile, judgeWithRecord(rules, facts)), writes: writesWith(changes, facts) };
};
