/** GET /v1/social/{businessId}/media/upload/{uploadId}/status: the result of each URL of an upload. */
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { trackUpload } from '../../lib/media/contracts/track-upload.ts';
import { uploadReply } from '../../lib/media/reply.ts';
import { media } from '../../lib/media/repository/media.ts';
import { isUploadId } from '../../lib/media/repository/medium.ts';
import { servedBy } from '../../lib/media/serving.ts';

export const handler = endpoint(trackUpload, async ({ store, path: { businessId, uploadId } }) => {
  const { owner, upload } = media(store);
  const [location, found] = await Promise.all([
    owner(businessId),
    isUploadId(uploadId) ? upload(businessId, uploadId) : undefined,
  ]);
  if (!location) throw new ApiError(errors.businessInvalid);
  if (!found) throw new ApiError(errors.routeNotFound);
  return uploadReply(uploadId, found.media, servedBy());
});
