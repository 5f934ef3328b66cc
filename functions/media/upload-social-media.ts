/** POST /v1/social/{businessId}/media/upload: takes URLs of files for posts; they are fetched after the response. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { uploadSocialMedia } from '../../lib/media/contracts/upload-social-media.ts';
import { urlViolations } from '../../lib/media/rules/urls.ts';
import { beginUpload } from '../../lib/media/upload.ts';
import { allowsLocal } from '../../lib/outside/lookup.ts';

const named = (urls: unknown) =>
  Array.isArray(urls) ? urls.map((url, index) => [`mediaUrls[${index}]`, url] as const) : [];

export const handler = endpointWithRules(
  uploadSocialMedia,
  {
    prepare: ({ body }) => ({
      prepared: undefined,
      violations: urlViolations(named(body.mediaUrls), { allowLocal: allowsLocal() }),
    }),
  },
  async ({ store, path, body: { mediaUrls = [], description }, validateOnly }) => {
    const begun = await beginUpload(store, {
      businessNumber: path.businessId,
      kind: 'socialMedia',
      asked: (mediaUrls as readonly string[]).map((url) => ({ url })),
      description,
      validateOnly,
    });
    if ('refused' in begun) throw new ApiError(begun.refused);
    return { uploadId: begun.uploadId };
  },
);
