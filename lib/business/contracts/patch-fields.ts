/**
 * The fields of a patch: those of update business, with the errors that all later operations answer with 400, and those
 * that only accounts have.
 */
import { list, maxLine, zeroOrOne } from '../../contract/atoms.ts';
import { field } from '../../contract/field.ts';
import type { Schema } from '../../contract/operation.ts';
import { errorOfPatch } from '../rules/patch-errors.ts';
import { profileProperties } from './profile-fields.ts';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const isEntry = (value: Node): boolean => typeof value.code === 'number' && typeof value.status === 'number';

/** A schema with the errors of a patch. */
const patched = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(patched);
  if (!isNode(value)) return value;
  if (isEntry(value)) return errorOfPatch(value as never);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, patched(each)]));
};

/** The names of the levels of an account. */
const levels = { ...list, items: maxLine(250), maxItems: 10 } as const;

const { 'x-blank': _, ...phone } = patched(profileProperties.phone) as Node;

/** Its zip is not required. */
const location = { ...(patched(profileProperties.location) as Node), title: 'LocationPatch' };

/** The fields of a profile. A blank phone removes that of an account, so that only a rule can refuse it. */
const ofProfile = {
  ...(patched(profileProperties) as Readonly<Record<string, Schema>>),
  location,
  phone,
};

/** The fields that only accounts have; a patch of a location ignores them. */
const ofAccount = {
  aggrOptions: field(zeroOrOne, 'For an account: 0 or 1, as it was created', 1),
  hierarchyLevels: field(
    levels,
    'For an account: the names of the levels by which its locations are arranged, widest first, at most 10, each once',
    ['Region', 'State'],
  ),
};

/** The names of the fields that only accounts have. */
export const accountOnly: readonly string[] = Object.keys(ofAccount);

/** In the order of checking. */
export const patchProperties: Readonly<Record<string, Schema>> = { ...ofProfile, ...ofAccount };
