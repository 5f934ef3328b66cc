/** Patch business of an account: its changes by path, and its rules. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { Normalized } from '../../contract/coercion.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import { type Changes, changesOf, inFieldOrder } from '../../contract/fields.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { fitsCountry } from '../../contract/phone-country.ts';
import { codePoints } from '../../contract/text.ts';
import type { Violation } from '../../contract/violations.ts';
import type { StoredAccount } from '../../partners/repository/account.ts';
import { businessPatch } from '../contracts/patch-business.ts';
import { present } from './round-trip.ts';

const ZIP = 'location.zip';
const COUNTRY = 'location.countryCode';
const LEVELS = 'hierarchyLevels';
const LONGEST_ZIP = 10;

/** The fields of an account that a patch may change. */
const FIELDS = [
  'name',
  'emailId',
  'phone',
  'websiteUrl',
  'entityCategory',
  'aggrOptions',
  ZIP,
  COUNTRY,
  LEVELS,
] as const;

/** The values of fields that were never set, as get business returns them. */
const UNSET: Changes = { aggrOptions: 1 };

/** The stored value of a field, as a body has it. */
const storedIn = (account: StoredAccount, path: (typeof FIELDS)[number]): unknown => {
  const value = account[path] ?? UNSET[path];
  return Array.isArray(value) && value.length === 0 ? undefined : value;
};

/** The changes that a patch of an account asks for, by path. */
export const accountChanges = (normalized: Normalized): Changes => {
  const changes = changesOf(businessPatch, normalized);
  return Object.fromEntries(FIELDS.flatMap((path) => (Object.hasOwn(changes, path) ? [[path, changes[path]]] : [])));
};

/** The fields of a body that hold those of an account. */
const OWN_NAMES: ReadonlySet<string> = new Set(FIELDS.map((path) => path.split('.')[0]!));

/** The paths of a body that a patch of this account ignores: fields of locations, and values that it has already. */
export const ignoredPaths = (normalized: Normalized, account: StoredAccount): readonly string[] => {
  const changes = changesOf(businessPatch, normalized);
  const own: readonly string[] = FIELDS;
  return [
    // Also an object that was sent as another type, which has no paths.
    ...Object.keys(normalized.body).filter((name) => !OWN_NAMES.has(name)),
    ...Object.keys(changes).filter(
      (path) =>
        !own.includes(path) ||
        isDeepStrictEqual(present(changes[path]) ?? UNSET[path], storedIn(account, path as (typeof FIELDS)[number])),
    ),
  ];
};

const levelsTwice = (levels: unknown): readonly Violation[] =>
  Array.isArray(levels) && new Set(levels).size < levels.length
    ? [{ path: LEVELS, error: invalid(LEVELS, 'must name each level once') }]
    : [];

const zipTooLong = (zip: unknown): readonly Violation[] => {
  const actual = typeof zip === 'string' ? codePoints(zip) : 0;
  return actual > LONGEST_ZIP ? [{ path: ZIP, error: errors.zipTooLong, limit: LONGEST_ZIP, actual }] : [];
};

/** The number must fit the country, both as they would be stored. */
const phoneUnfit = (changes: Changes, account: StoredAccount): readonly Violation[] => {
  const after = (path: 'phone' | typeof COUNTRY) =>
    Object.hasOwn(changes, path) ? (changes[path] ?? undefined) : account[path];
  const isTouched = Object.hasOwn(changes, 'phone') || Object.hasOwn(changes, COUNTRY);
  return !isTouched || fitsCountry(after('phone'), after(COUNTRY))
    ? []
    : [{ path: 'phone', error: laterErrors.phoneInvalid }];
};

/** Every violation of a patch that needs no stored value, in response order. */
export const accountViolations = (changes: Changes): readonly Violation[] =>
  inFieldOrder(businessPatch, [...zipTooLong(changes[ZIP]), ...levelsTwice(changes[LEVELS])]);

/** Every violation of a patch of this account, in response order. */
export const storedAccountViolations = (changes: Changes, account: StoredAccount): readonly Violation[] =>
  inFieldOrder(businessPatch, [...accountViolations(changes), ...phoneUnfit(changes, account)]);
