/** How much media a location may have, so that a response without gzip has room for all of them (list media). Pure. */
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import type { Medium } from '../repository/medium.ts';

export const MOST_OF_LOCATION = 1000;
/** Bytes of all URLs and descriptions. What else a response has of a medium takes up to 3 KB. */
export const MOST_TEXT_BYTES = 2_000_000;

export type Texts = Pick<Medium, 'url'> & { readonly description?: string | undefined };

/** As Lambda counts them: the body is JSON, and a text in JSON. */
const bytesOf = (media: readonly Texts[]): number =>
  media.reduce(
    (sum, { url, description }) => sum + Buffer.byteLength(JSON.stringify(JSON.stringify([url, description]))),
    0,
  );

/** @param stored - the media that the location has */
export const roomViolations = (stored: readonly Texts[], added: readonly Texts[]): readonly Violation[] => {
  const all = [...stored, ...added];
  const refused = (problem: string) => [{ path: 'media', error: invalid('media', problem) }];
  if (all.length > MOST_OF_LOCATION) return refused(`would make more than ${MOST_OF_LOCATION} media of the location`);
  return bytesOf(all) > MOST_TEXT_BYTES
    ? refused(`would make more than ${MOST_TEXT_BYTES} bytes of URLs and descriptions of the location's media`)
    : [];
};
