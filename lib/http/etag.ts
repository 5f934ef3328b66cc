/** Entity tags (RFC 9110) from a record's version: a client updates just what it has seen, or is told. Pure. */

const tag = (version: number): string => `"${version}"`;

/** The `ETag` header of an answer that shows this version. */
export const etag = (version: number): { readonly ETag: string } => ({ ETag: tag(version) });

/** Whether `If-Match` lets a request pass on this version: there is none, it is `*`, or it lists the version's tag. */
export const matches = (ifMatch: string | undefined, version: number): boolean =>
  ifMatch === undefined ||
  ifMatch.trim() === '*' ||
  ifMatch
    .split(',')
    .map((each) => each.trim())
    .includes(tag(version));
