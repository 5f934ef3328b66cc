/** POST /v1/business/{businessId}/upload/media: adds pictures and videos; they are fetched after the response. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { addMedia } from '../../lib/media/contracts/add-media.ts';
import { addedReply } from '../../lib/media/reply.ts';
import { urlViolations } from '../../lib/media/rules/urls.ts';
import { type Asked, beginUpload } from '../../lib/media/upload.ts';
import { allowsLocal } from '../../lib/outside/lookup.ts';

const named = (media: unknown) =>
  Array.isArray(media) ? media.map((each, index) => [`media[${index}].url`, each?.url] as const) : [];

export const handler = endpointWithRules(
  addMedia,
  {
    prepare: ({ body }) => ({
      prepared: undefined,
      violations: urlViolations(named(body.media), { allowLocal: allowsLocal() }),
    }),
  },
  async ({ store, path, body, validateOnly }) => {
    const begun = await beginUpload(store, {
      businessNumber: path.businessId,
      kind: 'media',
      asked: body.media as readonly Asked[],
      validateOnly,
    });
    if ('refused' in begun) throw new ApiError(begun.refused, begun);
    return { uploadId: begun.uploadId, media: begun.media.map(addedReply) };
  },
);
