/**
 * Update business from a normalized body to the fields to write, or to its violations. It checks the values that would
 * be stored. Pure: today and the loaded data are arguments.
 */
import { isObject, type Normalized } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import { type Changes, changesOf, inFieldOrder } from '../../contract/fields.ts';
import { checkLoaded, checkRequest } from '../../contract/rules.ts';
import type { Violation } from '../../contract/violations.ts';
import { type Guard, withChanges } from '../../dynamodb/table/expressions.ts';
import { CUSTOM_FIELDS, type RowResult } from '../../fields/repository/location-fields.ts';
import { profile } from '../contracts/update-business.ts';
import { addressRules, dropsSubLocality } from './address.ts';
import { ATTRIBUTES, attributesAfter, attributesRule } from './attributes.ts';
import { statusRules, statusWrites } from './business-status.ts';
import { categoryRules, droppedFoodLinks, dropsDisplay, keptInternalCategories } from './categories.ts';
import { customFieldsRule } from './custom-fields.ts';
import { parseDate } from './dates.ts';
import {
  type RecordFacts,
  type RequestFacts,
  type Rule,
  recordFacts,
  requestFacts,
  type StoredFacts,
  type UpdateNeeds,
} from './facts.ts';
import { withStoredHours } from './hours.ts';
import { mediaRules } from './media.ts';
import { ofPatch, patchRules, withStoredRest } from './patch.ts';

/** Each special day must be an existing date; the schema refuses one without a date. */
const specialDates: Rule = {
  path: 'specialHours',
  check: (request): readonly Violation[] => {
    const days = request.sent('specialHours');
    if (!Array.isArray(days)) return [];
    return days.flatMap((day, row) => {
      const path = `specialHours[${row}].specialDate`;
      const date = isObject(day) ? day.specialDate : undefined;
      return date !== undefined && parseDate(date) === undefined
        ? [{ path, error: invalid(path, 'must be a date, MM/DD/YYYY') }]
        : [];
    });
  },
};

/** All rules; each file of this folder has the rules of its topic. */
const rules: readonly Rule[] = [
  ...addressRules,
  specialDates,
  ...statusRules,
  ...categoryRules,
  ...mediaRules,
  attributesRule,
  customFieldsRule,
];

/** The rules of an update, or of a patch. */
const rulesOf = (isPatch: boolean): readonly Rule[] => (isPatch ? [...patchRules, ...rules] : rules);

/** The violations in response order, with the errors of the operation. */
const answered = (violations: readonly Violation[], isPatch: boolean): readonly Violation[] =>
  inFieldOrder(profile, isPatch ? violations.map(ofPatch) : violations);

/** The changes that a normalized profile requests (see `changesOf`). */
export const profileChanges = (normalized: Normalized): Changes => {
  const changes = withStoredHours(changesOf(profile, normalized));
  const kept = keptInternalCategories(changes, normalized.cleared.includes('internalListing'));
  if (!kept.some((path) => Object.hasOwn(changes, path))) return changes;
  return Object.fromEntries(Object.entries(changes).filter(([path]) => !kept.includes(path)));
};

/** A profile after an update: the stored values, overwritten by the written ones. */
export const merged = (stored: Changes, written: Changes): Changes => withChanges(stored, written);

/** The writes that the changes imply, as far as the request alone decides. */
const impliedWrites = (facts: RequestFacts | RecordFacts): Changes => ({
  ...statusWrites(facts),
  ...(dropsSubLocality(facts) && { 'location.subLocality': null }),
  ...droppedFoodLinks(facts),
});

/** Custom fields in stored form; left out if they equal the stored ones. */
const storedRows = (changes: Changes, { change }: RowResult): Changes => {
  const { [CUSTOM_FIELDS]: sent, ...others } = changes;
  if (!change) return others;
  return { ...others, [CUSTOM_FIELDS]: sent === null ? null : change.plan.rows };
};

/** The complete writes: the changes, what they imply, and the free-form attributes merged into the stored ones. */
const writesWith = (changes: Changes, facts: RecordFacts, rows: RowResult | undefined): Changes => ({
  ...(rows ? storedRows(changes, rows) : changes),
  ...impliedWrites(facts),
  ...(dropsDisplay(facts) && { 'internalListing.displayCategory': null }),
  ...(facts.sent(ATTRIBUTES) !== undefined && { [ATTRIBUTES]: attributesAfter(facts) ?? null }),
});

/** An update with the results of checking its request alone. */
export interface PreparedUpdate {
  readonly changes: Changes;
  /** The time of the request in epoch milliseconds: every check of it uses the same time. */
  readonly now: number;
  /** Whether fields that it leaves out count as they are stored (patch business). */
  readonly isPatch: boolean;
  /** Every violation of the request alone, in response order. */
  readonly violations: readonly Violation[];
  /** What is refused once the record was found, whatever it has. */
  readonly late: readonly Violation[];
  /** The data to load before the update can be decided. */
  readonly needs: ReadonlySet<keyof UpdateNeeds>;
  /** What to write without reading the record, and the conditions of that write; absent if the record must be read. */
  readonly blind?: { readonly writes: Changes; readonly guards: readonly Guard[] };
}

/**
 * Checks an update by its request alone.
 *
 * @param changes - by path, from `profileChanges`
 * @param now - epoch milliseconds
 * @param isPatch - whether fields that it leaves out count as they are stored
 */
export const prepareChanges = (changes: Changes, now: number, isPatch = false): PreparedUpdate => {
  const facts = requestFacts(changes, now, isPatch);
  const { violations, late, needs, guards } = checkRequest(rulesOf(isPatch), facts);
  const mustRead = isPatch || needs.size > 0 || dropsSubLocality(facts) === undefined;
  return {
    changes,
    now,
    isPatch,
    violations: answered(violations, isPatch),
    late: answered(late, isPatch),
    needs,
    ...(!mustRead && { blind: { writes: { ...changes, ...impliedWrites(facts) }, guards } }),
  };
};

/** @param now - epoch milliseconds */
export const prepareUpdate = (normalized: Normalized, now: number, isPatch = false): PreparedUpdate =>
  prepareChanges(profileChanges(normalized), now, isPatch);

/**
 * Checks an update with the record and the other loaded data.
 *
 * @param update - its changes by path, from `profileChanges`, and the time of the request
 * @param others - data loaded in addition to the record, for the rules that need it
 * @returns every violation, in response order, and what to write if there is none
 */
export const checkUpdate = (
  { changes: sent, now, isPatch = false }: Pick<PreparedUpdate, 'changes' | 'now'> & Partial<PreparedUpdate>,
  stored: StoredFacts,
  others: Partial<Omit<UpdateNeeds, 'record'>> = {},
): { readonly violations: readonly Violation[]; readonly writes: Changes } => {
  const changes = isPatch ? withStoredRest(sent, stored.profile) : sent;
  const record = recordFacts(changes, stored, now);
  const violations = checkLoaded(rulesOf(isPatch), record, { ...others, record });
  return { violations: answered(violations, isPatch), writes: writesWith(changes, record, others.rows) };
};
