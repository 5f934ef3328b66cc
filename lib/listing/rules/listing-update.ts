/**
 * Create and update listing as a whole: from a normalized body to what is to be written on both sides, or to what refuses it.
 * What the profile has is judged by the rules of update business, and by nothing else. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import { recordFacts } from '../../business/rules/facts.ts';
import { judgeUpdate, prepareChanges } from '../../business/rules/profile-update.ts';
import { isObject, type Normalized } from '../../contract/coercion.ts';
import * as errors from '../../contract/error-rows.ts';
import { type Changes, changesOf, inFieldOrder } from '../../contract/fields.ts';
import type { Violation } from '../../contract/violations.ts';
import { listing } from '../contracts/listing-body.ts';
import type { ListingRecord } from '../repository/listing.ts';
import { sharedByListing, sharedFields } from './field-map.ts';
import { ownAfter } from './own-fields.ts';
import { judgeOwn, judgeOwnWithRecord } from './own-rules.ts';
import { changesBySide, fieldsOf } from './record.ts';
import { leavingBody, sameAsListed } from './round-trip.ts';

/** A listing as far as its body says. */
export interface PreparedListing {
  /** By path of the listing. */
  readonly sent: Changes;
  /** In the order in which they answer. */
  readonly violations: readonly Violation[];
}

const listingPaths: ReadonlyMap<string, string> = new Map(
  // The first row of a field names it.
  sharedFields.toReversed().map(({ listing: path, profile }) => [profile, path]),
);

/** A violation of a rule of the profile in the words of a listing, with the status that all rules have here. */
const onListing = ({ path, error, ...rest }: Violation): Violation => {
  const [field = ''] = path.split('[');
  const named = `${listingPaths.get(field) ?? field}${path.slice(field.length)}`;
  const message = error.message.startsWith(`${path} `) ? `${named}${error.message.slice(path.length)}` : error.message;
  return { ...rest, path: named, error: { ...error, status: errors.invalidRequest.status, message } };
};

const MAPS = 'mapsListing';

/** Whether a normalized block has a field that is more than empty. */
const saysAnything = (block: unknown): boolean =>
  isObject(block) && Object.values(block).some((value) => !(isObject(value) && Object.keys(value).length === 0));

/**
 * @param now - epoch milliseconds
 * @param hasPrimary - whether the primary category of maps has left the body, as it is there already
 */
export const prepareListing = (normalized: Normalized, now: number, hasPrimary = false): PreparedListing => {
  const sent = changesOf(listing, normalized);
  const { profile } = changesBySide(sent);
  const asksPrimary = saysAnything(normalized.body[MAPS]) && !hasPrimary;
  const violations = [...prepareChanges(profile, now).violations.map(onListing), ...judgeOwn(sent, asksPrimary)];
  return { sent, violations: inFieldOrder(listing, violations) };
};

/** What is written to both sides. */
export interface ListingWrites {
  /** By path of the profile; `null` removes one. */
  readonly profile: Changes;
  /** All that is beside the profile after it. */
  readonly own: Changes;
}

interface JudgedListing {
  readonly violations: readonly Violation[];
  readonly writes: ListingWrites;
}

const judgeSent = (sent: Changes, record: ListingRecord, now: number): JudgedListing => {
  const stored = fieldsOf(record);
  const { listingFixed } = record.business;
  const changes = changesBySide(sent, stored.profile);
  const facts = { listingFixed, profile: stored.profile };
  const judged = judgeUpdate(changes.profile, facts, now);
  const own = ownAfter(stored.own, changes.own);
  const violations = [
    ...judged.violations.map(onListing),
    ...judgeOwnWithRecord({ sent, stored, own, facts: recordFacts(changes.profile, facts, now) }),
  ];
  const same = sameAsListed(sent, stored);
  const changed = new Set(
    Object.keys(sent).flatMap((path) => (same.has(path) ? [] : [sharedByListing.get(path)?.profile ?? path])),
  );
  // What is sent as it is answered stays as it is stored, in whatever spelling.
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
      profile: Object.fromEntries(Object.entries(judged.writes).filter(isNew)),
      own: { ...own, ...keptOwn },
    },
  };
};

/**
 * Judges a listing on both of its sides. What would refuse it and says what is answered already is not judged.
 *
 * @param sent - by path of the listing
 * @param now - epoch milliseconds
 */
export const judgeListing = (sent: Changes, record: ListingRecord, now: number): JudgedListing => {
  const judged = judgeSent(sent, record, now);
  if (judged.violations.length === 0) return judged;
  const left = new Set(leavingBody(sent, fieldsOf(record)));
  const rest = Object.fromEntries(Object.entries(sent).filter(([path]) => !left.has(path)));
  return left.size > 0 ? judgeSent(rest, record, now) : judged;
};
