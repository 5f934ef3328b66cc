/**
 * Create and update listing from a normalized body to the writes of both sides, or to the violations. Only the rules of
 * update business check profile fields. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import { recordFacts } from '../../business/rules/facts.ts';
import { mediaNamed, unfetchedMedia } from '../../business/rules/media.ts';
import { checkUpdate, prepareChanges } from '../../business/rules/profile-update.ts';
import { isObject, type Normalized } from '../../contract/coercion.ts';
import * as errors from '../../contract/error-rows.ts';
import { type Changes, changesOf, inFieldOrder } from '../../contract/fields.ts';
import type { Violation } from '../../contract/violations.ts';
import { listing } from '../contracts/listing-body.ts';
import type { ListingRecord } from '../repository/listing.ts';
import { sharedByListing, sharedFields } from './field-map.ts';
import { ownAfter } from './own-fields.ts';
import { checkOwn, checkOwnWithRecord } from './own-rules.ts';
import { changesBySide, fieldsOf } from './record.ts';
import { leavingBody, sameAsListed } from './round-trip.ts';

/** A listing with the results of checking its body. */
export interface PreparedListing {
  /** By path of the listing. */
  readonly sent: Changes;
  /** The time of the request in epoch milliseconds: every check of it uses the same time. */
  readonly now: number;
  /** In response order. */
  readonly violations: readonly Violation[];
  /** What is refused once the record was found, whatever it has. */
  readonly late: readonly Violation[];
  /** The ids of the sent media, which must be loaded before the listing can be decided. */
  readonly media: readonly string[];
}

const listingPaths: ReadonlyMap<string, string> = new Map(
  // The first row of a field gives its path.
  sharedFields.toReversed().map(({ listing: path, profile }) => [profile, path]),
);

/** Converts a violation of a profile rule to the listing's path, with the status that all rules have here. */
const onListing = ({ path, error, ...rest }: Violation): Violation => {
  const [field = ''] = path.split('[');
  const named = `${listingPaths.get(field) ?? field}${path.slice(field.length)}`;
  const message = error.message.startsWith(`${path} `) ? `${named}${error.message.slice(path.length)}` : error.message;
  return { ...rest, path: named, error: { ...error, status: errors.invalidRequest.status, message } };
};

const MAPS = 'mapsListing';

/** Whether a normalized block has a non-empty field. */
const saysAnything = (block: unknown): boolean =>
  isObject(block) && Object.values(block).some((value) => !(isObject(value) && Object.keys(value).length === 0));

/**
 * Checks a listing by its body alone.
 *
 * @param now - epoch milliseconds
 * @param hasPrimary - whether the primary maps category was dropped from the body because the record already has it
 */
export const prepareListing = (normalized: Normalized, now: number, hasPrimary = false): PreparedListing => {
  const sent = changesOf(listing, normalized);
  const { profile } = changesBySide(sent);
  const asksPrimary = saysAnything(normalized.body[MAPS]) && !hasPrimary;
  const [shared, own] = [prepareChanges(profile, now), checkOwn({ sent, asksPrimary })];
  const inOrder = (kind: 'violations' | 'late') =>
    inFieldOrder(listing, [...shared[kind].map(onListing), ...own[kind]]);
  return { sent, now, violations: inOrder('violations'), late: inOrder('late'), media: mediaNamed(sent) };
};

/** The writes of both sides. */
export interface ListingWrites {
  /** By path of the profile; `null` removes one. */
  readonly profile: Changes;
  /** All fields next to the profile after the change. */
  readonly own: Changes;
}

interface CheckedListing {
  readonly violations: readonly Violation[];
  readonly writes: ListingWrites;
}

type Sent = Pick<PreparedListing, 'sent' | 'now'>;

const checkSent = ({ sent, now }: Sent, record: ListingRecord, media: ReadonlySet<string>): CheckedListing => {
  const stored = fieldsOf(record);
  const { listingFixed } = record.business;
  const changes = changesBySide(sent, stored.profile);
  const facts = { listingFixed, profile: stored.profile };
  const checked = checkUpdate({ changes: changes.profile, now }, facts);
  const own = ownAfter(stored.own, changes.own);
  const violations = [
    ...checked.violations.map(onListing),
    ...unfetchedMedia(sent, media),
    ...checkOwnWithRecord({ sent, stored, own, facts: recordFacts(changes.profile, facts, now) }),
  ];
  const same = sameAsListed(sent, stored);
  const changed = new Set(
    Object.keys(sent).flatMap((path) => (same.has(path) ? [] : [sharedByListing.get(path)?.profile ?? path])),
  );
  // A field that equals its response keeps its stored value and spelling.
  const isKept = (path: string) => Object.hasOwn(changes.profile, path) && !changed.has(path);
  const isNew = ([path, value]: readonly [string, unknown]) =>
    !(isKept(path) && isDeepStrictEqual(value, changes.profile[path])) &&
    !isDeepStrictEqual(value ?? undefined, stored.profile[path] ?? undefined);
  const keptOwn = Object.fromEntries(
    [...same].filter((path) => Object.hasOwn(own, path)).map((path) => [path, stored.own[path]]),
  );
  return {
    violations: inFieldOrder(listing, violations),
    writes: {
      profile: Object.fromEntries(Object.entries(checked.writes).filter(isNew)),
      own: { ...own, ...keptOwn },
    },
  };
};

/**
 * Checks a listing with both sides of its record. Fields that equal the response are not checked.
 *
 * @param listing - the sent fields, by path of the listing, and the time of the request
 * @param media - the ids of the sent media that the location has fetched
 */
export const checkListing = (
  { sent, now }: Sent,
  record: ListingRecord,
  media: ReadonlySet<string> = new Set(),
): CheckedListing => {
  const checked = checkSent({ sent, now }, record, media);
  if (checked.violations.length === 0) return checked;
  const left = new Set(leavingBody(sent, fieldsOf(record)));
  const rest = Object.fromEntries(Object.entries(sent).filter(([path]) => !left.has(path)));
  return left.size > 0 ? checkSent({ sent: rest, now }, record, media) : checked;
};
