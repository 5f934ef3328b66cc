/**
 * Rules for pictures of a profile: the partner's own URL, or the id of a medium, but never a temporary signed URL.
 * Pure.
 */
import { isSignedMediaUrl } from '../../bucket/signed-url.ts';
import { invalid } from '../../contract/errors.ts';
import type { Changes } from '../../contract/fields.ts';
import type { Violation } from '../../contract/violations.ts';
import type { Rule } from './facts.ts';

/** The profile fields that accept a medium's id. */
const PICTURES = ['logoUrl', 'coverImageUrl', 'alphaCover', 'betaCover'] as const;

const NAMED = /^media:(med_[0-9a-f]{24})$/;

/** The id of the medium that a value names; `undefined` where it names none. */
const mediumNamed = (value: unknown): string | undefined =>
  typeof value === 'string' ? NAMED.exec(value)?.[1] : undefined;

/** The ids of the media that an update or a listing names in any of its fields, each once. */
export const mediaNamed = (changes: Changes): readonly string[] => [
  ...new Set(Object.values(changes).flatMap((value) => mediumNamed(value) ?? [])),
];

/**
 * A violation for each field that names a medium which the location doesn't have or hasn't fetched.
 *
 * @param changes - by path
 * @param done - the ids of the named media that the location has fetched
 */
export const unfetchedMedia = (changes: Changes, done: ReadonlySet<string>): readonly Violation[] =>
  Object.entries(changes).flatMap(([path, value]) => {
    const mediaId = mediumNamed(value);
    if (mediaId === undefined || done.has(mediaId)) return [];
    return [{ path, error: invalid(path, 'must name a medium of the location that is DONE') }];
  });

const signedUrls: readonly Rule[] = PICTURES.map((path) => ({
  path,
  check: (request) => {
    return isSignedMediaUrl(request.sent(path))
      ? invalid(path, 'must not be a mediaUrl, which ends within an hour: name the medium as media:<mediaId>')
      : undefined;
  },
}));

const named: Rule = {
  path: PICTURES[0],
  needs: 'media',
  isNeeded: ({ changes }) => mediaNamed(changes).length > 0,
  checkStored: (done, { changes }) => unfetchedMedia(changes, done),
};

export const mediaRules: readonly Rule[] = [...signedUrls, named];
