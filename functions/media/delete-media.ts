/** DELETE /v1/business/{businessId}/media/delete: deletes media of a location; their files follow. */
import * as errors from '../../lib/contract/error-rows.ts';
import { invalid } from '../../lib/contract/errors.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { deleteMedia } from '../../lib/media/contracts/delete-media.ts';
import { MOST_DELETED } from '../../lib/media/contracts/parts.ts';
import { removeMedia } from '../../lib/media/remove.ts';

const idsIn = (text = ''): readonly string[] => text.split(',').flatMap((each) => each.trim() || []);

export const handler = endpoint(deleteMedia, async ({ store, path, query, body, validateOnly }) => {
  const mediaIds = [...new Set(body.mediaIds ?? idsIn(query.mediaIds))];
  if (mediaIds.length === 0) throw new ApiError(invalid('mediaIds', 'is required'));
  if (mediaIds.length > MOST_DELETED)
    throw new ApiError(invalid('mediaIds', `must have at most ${MOST_DELETED} items`));
  const isThere = await removeMedia(store, { businessNumber: path.businessId, mediaIds, validateOnly });
  if (!isThere) throw new ApiError(errors.businessInvalid);
  return {};
});
