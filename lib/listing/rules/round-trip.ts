/**
 * Lets a client send back a listing that it read (docs/decisions.md: versions): finds the fields of a body that equal
 * the response. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import { CHECKED_TOGETHER, present } from '../../business/rules/round-trip.ts';
import { normalize } from '../../contract/coercion.ts';
import { type Changes, changesOf } from '../../contract/fields.ts';
import { listing } from '../contracts/listing-body.ts';
import { blocksReply } from '../reply.ts';
import { sharedFields } from './field-map.ts';
import type { FieldsOfRecord } from './record.ts';

/** Fields of the listing that are checked together: they are dropped together, or not at all. */
const GROUPS: readonly (readonly string[])[] = CHECKED_TOGETHER.map((paths) =>
  sharedFields.flatMap(({ listing: path, profile }) => (paths.includes(profile) ? [path] : [])),
);

/** The paths of the changes that equal the response for the record. */
export const sameAsListed = (sent: Changes, record: FieldsOfRecord): ReadonlySet<string> => {
  const answered = changesOf(listing, normalize(listing, blocksReply(record)));
  return new Set(Object.keys(sent).filter((path) => isDeepStrictEqual(present(sent[path]), present(answered[path]))));
};

/** The required fields of a listing's body. */
const REQUIRED: readonly string[] = [
  ...['businessInfo.name', 'businessInfo.phone', 'businessInfo.location.zip'],
  ...['additionalInfo.hoursOfOperations', 'additionalInfo.services'],
  ...['internalListing.description', 'internalListing.category', 'internalListing.subCategories'],
];

const isBlank = (value: unknown): boolean =>
  present(value) === undefined || (Array.isArray(value) && value.length === 0);

/** Whether a required field is missing or blank. */
export const lacksRequired = (sent: Changes): boolean => REQUIRED.some((path) => isBlank(sent[path]));

/** The paths to drop from a body before it is checked: fields, and objects of which nothing else was sent. */
export const leavingBody = (sent: Changes, record: FieldsOfRecord): readonly string[] => {
  const same = sameAsListed(sent, record);
  const staying = new Set(Object.keys(sent).filter((path) => !same.has(path)));
  for (const group of GROUPS) if (group.some((path) => staying.has(path))) for (const path of group) staying.add(path);
  const leaving = Object.keys(sent).filter((path) => !staying.has(path));
  const inside = (path: string) => path.split('.').map((_, index, names) => names.slice(0, index + 1).join('.'));
  // A cleared field stays, but not the objects around it: nothing else of them was requested.
  const isKept = (path: string) => Object.hasOwn(sent, path) && (REQUIRED.includes(path) || !isBlank(sent[path]));
  const kept = new Set([...staying].filter(isKept).flatMap(inside));
  return [...new Set(leaving.flatMap(inside))].filter((path) => !kept.has(path));
};
