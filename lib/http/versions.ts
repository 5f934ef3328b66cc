/** Versions of records over HTTP (RFC 9110): `ETag` sends one, `If-Match` requires one. Pure. */
import * as errors from '../contract/error-rows.ts';
import { ApiError } from './api-error.ts';

/** How often a record was written. A record of two items has both numbers, joined by a dot. */
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

/** The `ETag` of a version. */
export const etag = (version: Version): string => `"${version}"`;

/** A 412 with the current `ETag`, unless `If-Match` is missing, is `*`, or lists the tag of this version. */
export const versionError = (ifMatch: string | undefined, version: Version): ApiError | undefined => {
  if (ifMatch === undefined || ifMatch === '*') return undefined;
  const tags = ifMatch.split(',').map((each) => each.trim());
  return tags.includes(etag(version))
    ? undefined
    : new ApiError(errors.versionChanged, { headers: { ETag: etag(version) } });
};

/**
 * Checks `If-Match` against a version.
 *
 * @throws ApiError the error of `versionError`
 */
export const requireVersion = (ifMatch: string | undefined, version: Version): void => {
  const error = versionError(ifMatch, version);
  if (error) throw error;
};
