/** Versions of records over HTTP (RFC 9110): `ETag` shows one, `If-Match` asks for one. Pure. */
import * as errors from '../contract/error-rows.ts';
import { ApiError } from './api-error.ts';

/** A response that is a record with a version. */
export class Versioned {
  readonly body: unknown;
  readonly version: number;

  constructor(body: unknown, version: number) {
    this.body = body;
    this.version = version;
  }
}

/** The tag of a version. */
export const etag = (version: number): string => `"${version}"`;

/**
 * Answers 412 unless `If-Match` lets the request pass on this version: there is none, it is `*`, or it lists the tag.
 *
 * @throws ApiError 412 with the current `ETag`
 */
export const requireVersion = (ifMatch: string | undefined, version: number): void => {
  if (ifMatch === undefined || ifMatch === '*') return;
  const tags = ifMatch.split(',').map((each) => each.trim());
  if (!tags.includes(etag(version))) throw new ApiError(errors.versionChanged, { headers: { ETag: etag(version) } });
};
