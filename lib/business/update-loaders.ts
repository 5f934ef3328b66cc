/** Loaders for the data that an update's rules need, and the search for unchanged fields of a body. */
import { isDeepStrictEqual } from 'node:util';
import { isObject, type Normalized } from '../contract/coercion.ts';
import type { Changes } from '../contract/fields.ts';
import { type Load, type Loaders, loadOnce } from '../contract/rules.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { FIELD_TYPES, type FieldType } from '../fields/repository/field.ts';
import {
  CUSTOM_FIELDS,
  hasOutdatedRows,
  plannedRows,
  type RowResult,
  rowContext,
  rowsOf,
} from '../fields/repository/location-fields.ts';
import { type Register, registerOf } from '../fields/repository/register.ts';
import type { Row } from '../fields/repository/rows.ts';
import { doneMedia } from '../media/repository/named.ts';
import { type Business, businesses } from './repository/business.ts';
import { mediaNamed } from './rules/media.ts';
import { sameAsAnswered } from './rules/round-trip.ts';

/** The data that can be loaded for an update. */
export interface Loadable {
  readonly business: Business | undefined;
  /** The account's custom fields; `undefined` if there is no location. */
  readonly register: Register | undefined;
  readonly rows: RowResult;
  readonly media: ReadonlySet<string>;
}

/**
 * Whether rows have the right type. Rows that the schema refused arrive here if the client asks for every violation;
 * only the schema reports them.
 */
const areRows = (rows: unknown): rows is readonly Row[] =>
  Array.isArray(rows) &&
  rows.every(
    (row) =>
      isObject(row) &&
      typeof row.fieldName === 'string' &&
      typeof (row.fieldValue ?? '') === 'string' &&
      (row.type === undefined || FIELD_TYPES.includes(row.type as FieldType)),
  );

const rowsWith = async (store: PartnerStore, changes: Changes, load: Load<Loadable>): Promise<RowResult> => {
  const business = await load('business');
  const sent = changes[CUSTOM_FIELDS] ?? [];
  if (!business || !areRows(sent)) return { problems: [] };
  const stored = rowsOf(business);
  const isSame = isDeepStrictEqual(sent, stored);
  if (isSame && stored.length === 0) return { problems: [] };
  const register = await load('register');
  if (!register || (isSame && !hasOutdatedRows(register, business))) return { problems: [] };
  const context = await rowContext(store, business.accountNumber, sent, register);
  const plan = plannedRows(business, context, sent);
  return 'problems' in plan ? plan : { problems: [], change: { register, plan } };
};

/** @param changes - by path; empty if only the record is needed */
export const loadersOf = (store: PartnerStore, businessNumber: number, changes: Changes = {}): Loaders<Loadable> => ({
  business: () => businesses(store).find(businessNumber),
  register: async (load) => {
    const business = await load('business');
    return business && registerOf(store, business.accountNumber);
  },
  rows: (load) => rowsWith(store, changes, load),
  media: () => doneMedia(store, businessNumber, mediaNamed(changes)),
});

/** The paths of fields that equal the response for the record; custom fields are not included if a row is outdated. */
const samePaths = async (business: Business, normalized: Normalized, load: Load<Loadable>) => {
  const same = sameAsAnswered(normalized, business.profile);
  if (!same.includes(CUSTOM_FIELDS) || rowsOf(business).length === 0) return { paths: same };
  const register = await load('register');
  const isOutdated = register && hasOutdatedRows(register, business);
  return { paths: isOutdated ? same.filter((path) => path !== CUSTOM_FIELDS) : same, register };
};

/**
 * The paths of a body's fields that the record already has, and the data loaded to find them.
 *
 * @param read - the record, if it has been read for the request already
 */
export const unchangedFields = async (
  store: PartnerStore,
  businessNumber: number,
  normalized: Normalized,
  read: Partial<Loadable> = {},
): Promise<{ readonly paths: readonly string[]; readonly known: Partial<Loadable> }> => {
  const load = loadOnce(loadersOf(store, businessNumber), read);
  const business = await load('business');
  if (!business) return { paths: [], known: { business } };
  const { paths, register } = await samePaths(business, normalized, load);
  return { paths, known: { business, ...(register && { register }) } };
};
