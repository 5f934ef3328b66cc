/** Versions of records over HTTP (RFC 9110): `ETag` shows one, `If-Match` asks for one. Pure. */
import * as errors from '../contract/error-rows.ts';
import { ApiError } from './api-error.ts';

/** How often a record was written; of one that lies in two items, both numbers with a dot between. */
export type Version = number | string;

/** A response that is a record with a version. */
export class Versioned {
  readonly body: unknown;
  readonly version: Version;

  constructor(body: unknown, version: Version) {
    this.body = body;
    this.version = version;
  }
}

/** The tag of a version. */
export const etag = (version: Version): string => `"${version}"`;

/**
 * Answers 412 unless `If-Match` lets the request pass on this version: there is none, it is `*`, or it lists the tag.
 *
 * @throws ApiError 412 with the current `ETag`
 */
export const requireVersion = (ifMatch: string | undefined, version: Version): void => {
  if (ifMatch === undefined || ifMatch === '*') return;
  const tags = ifMatch.split(',').map((each) => each.trim());
  if (!tags.includes(etag(version))) throw new ApiError(errors.versionChanged, { headers: { ETag: etag(version) } });
};
