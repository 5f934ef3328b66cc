/** What a listing is read with may be sent back (docs/decisions.md: versions): which fields of a body say what it answers. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { JUDGED_TOGETHER, present } from '../../business/rules/round-trip.ts';
import { normalize } from '../../contract/coercion.ts';
import { type Changes, changesOf } from '../../contract/fields.ts';
import { listing } from '../contracts/listing-body.ts';
import { blocksReply } from '../reply.ts';
import { sharedFields } from './field-map.ts';
import type { FieldsOfRecord } from './record.ts';

/** Fields of the listing that are judged together: they leave a body together, or not at all. */
const GROUPS: readonly (readonly string[])[] = JUDGED_TOGETHER.map((paths) =>
  sharedFields.flatMap(({ listing: path, profile }) => (paths.includes(profile) ? [path] : [])),
);

/** The paths of the changes that a record answers already. */
export const sameAsListed = (sent: Changes, record: FieldsOfRecord): ReadonlySet<string> => {
  const answered = changesOf(listing, normalize(listing, blocksReply(record)));
  return new Set(Object.keys(sent).filter((path) => isDeepStrictEqual(present(sent[path]), present(answered[path]))));
};

/** A body of a listing has these. */
const REQUIRED: readonly string[] = [
  ...['businessInfo.name', 'businessInfo.phone', 'businessInfo.location.zip'],
  ...['additionalInfo.hoursOfOperations', 'additionalInfo.services'],
  ...['internalListing.description', 'internalListing.category', 'internalListing.subCategories'],
];

const isBlank = (value: unknown): boolean =>
  present(value) === undefined || (Array.isArray(value) && value.length === 0);

/** Whether a body lacks what is required, or has it blank. */
export const lacksRequired = (sent: Changes): boolean => REQUIRED.some((path) => isBlank(sent[path]));

/** Which of them leave a body before it is judged: fields, and objects of which nothing else was sent. */
export const leavingBody = (sent: Changes, record: FieldsOfRecord): readonly string[] => {
  const same = sameAsListed(sent, record);
  const staying = new Set(Object.keys(sent).filter((path) => !same.has(path)));
  for (const group of GROUPS) if (group.some((path) => staying.has(path))) for (const path of group) staying.add(path);
  const leaving = Object.keys(sent).filter((path) => !staying.has(path));
  const inside = (path: string) => path.split('.').map((_, index, names) => names.slice(0, index + 1).join('.'));
  // What is cleared stays without the objects that it lies in: of them nothing else is asked for.
  const isKept = (path: string) => Object.hasOwn(sent, path) && (REQUIRED.includes(path) || !isBlank(sent[path]));
  const kept = new Set([...staying].filter(isKept).flatMap(inside));
  return [...new Set(leaving.flatMap(inside))].filter((path) => !kept.has(path));
};
