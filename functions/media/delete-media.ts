/** DELETE /v1/business/{businessId}/media/delete: deletes media of a location; their files follow. */
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { deleteMedia } from '../../lib/media/contracts/delete-media.ts';
import { removeMedia } from '../../lib/media/remove.ts';
import { mediaToDelete } from '../../lib/media/rules/to-delete.ts';

export const handler = endpointWithRules(
  deleteMedia,
  { prepare: ({ body }, _, { mediaIds }) => mediaToDelete(body, mediaIds) },
  async ({ store, path, prepared: mediaIds, validateOnly }) => {
    const isThere = await removeMedia(store, { businessNumber: path.businessId, mediaIds, validateOnly });
    if (!isThere) throw new ApiError(errors.businessInvalid);
    return {};
  },
);
