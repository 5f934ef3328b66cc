/** Which media a request deletes: their ids stand in the body, or in the query. Pure. */
import type { JsonObject } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import { isSent } from '../../contract/well-typed.ts';
import { MOST_DELETED } from '../contracts/shared-schemas.ts';

const idsIn = (text = ''): readonly string[] => text.split(',').flatMap((each) => each.trim() || []);

const required = { path: 'mediaIds', error: invalid('mediaIds', 'is required') };
/** The ids stood in the query, so that no field of the body is wrong. */
const OF_QUERY = { path: '', parameter: 'mediaIds' } as const;

/**
 * The ids without repetitions, and what is wrong with them.
 *
 * @param inQuery - with commas between; they count where the body has none
 */
export const mediaToDelete = (
  body: JsonObject,
  inQuery: string | undefined,
): { readonly prepared: readonly string[]; readonly violations: readonly Violation[] } => {
  if (isSent(body, 'mediaIds')) {
    // The schema checks it; it is `undefined` where that refuses its type.
    const sent = body.mediaIds as readonly string[] | undefined;
    return { prepared: [...new Set(sent)], violations: sent?.length === 0 ? [required] : [] };
  }
  const prepared = [...new Set(idsIn(inQuery))];
  const actual = prepared.length;
  if (actual === 0) return { prepared, violations: [inQuery === undefined ? required : { ...required, ...OF_QUERY }] };
  const error = invalid('mediaIds', `must have at most ${MOST_DELETED} items`);
  const tooMany: Violation = { ...OF_QUERY, error, limit: MOST_DELETED, actual };
  return { prepared, violations: actual > MOST_DELETED ? [tooMany] : [] };
};
