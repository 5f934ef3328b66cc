/**
 * Update business where custom fields are sent: the record is read, its rows are judged by the fields of the account, and
 * both sides are written at once. Without them an update goes its own way (`update.ts`).
 */
import { isDeepStrictEqual } from 'node:util';
import { isObject, type Normalized } from '../contract/coercion.ts';
import { invalid } from '../contract/errors.ts';
import { type Changes, inFieldOrder } from '../contract/fields.ts';
import type { Violation } from '../contract/violations.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { checkRecordBytes, recordBytes } from '../dynamodb/record-size.ts';
import { revise } from '../dynamodb/revise.ts';
import {
  CUSTOM_FIELDS,
  hasOutdatedRows,
  plannedRows,
  type RowGround,
  rowGround,
  rowsOf,
  saveLocation,
} from '../fields/repository/location-fields.ts';
import type { Row, RowPlan } from '../fields/repository/rows.ts';
import { profile } from './contracts/update-business.ts';
import { type Business, businesses } from './repository/business.ts';
import { judgeUpdate, merged } from './rules/profile-update.ts';
import { sameAsAnswered } from './rules/round-trip.ts';
import type { Order } from './update.ts';

/** Whether an update has custom fields to write. */
export const sendsFields = (changes: Changes): boolean => Object.hasOwn(changes, CUSTOM_FIELDS);

interface Known {
  readonly business: Business;
  /** Absent where the rows that are sent are those that are stored, and none of them is outdated. */
  readonly ground?: RowGround;
}

interface Judged {
  readonly writes: Changes;
  readonly plan?: RowPlan;
}

const sentRows = (changes: Changes): readonly Row[] => (changes[CUSTOM_FIELDS] ?? []) as readonly Row[];

/** What has another shape was refused, and comes here where every violation is asked for. */
const areRows = (rows: unknown): boolean =>
  Array.isArray(rows) &&
  rows.every((row) => isObject(row) && typeof row.fieldName === 'string' && typeof (row.fieldValue ?? '') === 'string');

const look = async (store: PartnerStore, business: Business, changes: Changes): Promise<Known> => {
  const sent = sentRows(changes);
  if (!sendsFields(changes) || !areRows(sent)) return { business };
  const isSame = isDeepStrictEqual(sent, rowsOf(business));
  if (isSame && !(await hasOutdatedRows(store, business))) return { business };
  return { business, ground: await rowGround(store, business.accountNumber, sent) };
};

/** Every violation, in the order of the fields, or what is to be written. */
const judge = (
  { business, ground }: Known,
  changes: Changes,
  now: number,
): Judged & { readonly violations: readonly Violation[] } => {
  const { violations, writes } = judgeUpdate(changes, business, now);
  if (!ground) {
    const { [CUSTOM_FIELDS]: _, ...others } = writes;
    return { violations, writes: others };
  }
  const plan = plannedRows(business, ground, sentRows(changes));
  if ('problems' in plan) {
    const own = plan.problems.map(({ at, problem }) => {
      const path = `${CUSTOM_FIELDS}${at}`;
      return { path, error: invalid(path, problem) };
    });
    return { violations: inFieldOrder(profile, [...violations, ...own]), writes };
  }
  const rows = changes[CUSTOM_FIELDS] === null ? null : plan.rows;
  return { violations, writes: { ...writes, [CUSTOM_FIELDS]: rows }, plan };
};

/** The fields of a body that say what the record answers; custom fields are none of them where a row is outdated. */
export const settledFields = async (
  store: PartnerStore,
  business: Business,
  normalized: Normalized,
): Promise<readonly string[]> => {
  const same = sameAsAnswered(normalized, business.profile);
  if (!same.includes(CUSTOM_FIELDS) || !(await hasOutdatedRows(store, business))) return same;
  return same.filter((path) => path !== CUSTOM_FIELDS);
};

/** What the record, and the fields of its account, say against an update. */
export const lateViolations = async (
  store: PartnerStore,
  business: Business,
  changes: Changes,
  now: number,
): Promise<readonly Violation[]> => judge(await look(store, business, changes), changes, now).violations;

const finder = (store: PartnerStore, businessNumber: number, { read, prepared: { changes } }: Order) => {
  let first = read;
  return async (): Promise<Known | undefined> => {
    const business = first ? first.found : await businesses(store).find(businessNumber);
    first = undefined;
    return business && look(store, business, changes);
  };
};

const judged = (known: Known, { prepared, now, requireVersion, refuse }: Order): Judged => {
  requireVersion(known.business.version);
  const verdict = judge(known, prepared.changes, now);
  return verdict.violations.length > 0 ? refuse(verdict.violations) : verdict;
};

/**
 * Updates a location and its custom fields.
 *
 * @returns the record as saved; `undefined` where it is not there
 */
export const updateWithFields = async (
  store: PartnerStore,
  businessNumber: number,
  order: Order,
): Promise<Business | undefined> => {
  const { update } = businesses(store);
  const find = finder(store, businessNumber, order);
  const known = await revise<Known, Judged>({
    replay:
      store.claim?.executed &&
      (async () => {
        const outcome = await update(businessNumber, { writes: {} });
        return 'saved' in outcome ? { saved: { business: outcome.saved } } : { refused: 'absent' };
      }),
    readsFirst: true,
    find,
    judge: (record) => record && judged(record, order),
    save: async ({ writes, plan }, record) => {
      const { business, ground } = record!;
      const outcome =
        plan && ground
          ? await saveLocation(store, { business, writes, register: ground.register, plan })
          : await update(businessNumber, { writes, judgedOn: business });
      if (outcome !== 'changed' && 'saved' in outcome) return { saved: { business: outcome.saved } };
      const found = await find();
      return found ? { refused: 'changed', found } : { refused: 'absent' };
    },
  });
  return known?.business;
};

/** What a location would be after an update, which is judged and not made; `undefined` where it is not there. */
export const previewWithFields = async (
  store: PartnerStore,
  businessNumber: number,
  order: Order,
): Promise<Business | undefined> => {
  const known = await finder(store, businessNumber, order)();
  if (!known) return undefined;
  const { business } = known;
  const { writes } = judged(known, order);
  checkRecordBytes(recordBytes({ ...business.item, ...writes }));
  return { ...business, profile: merged(business.profile, writes) };
};
