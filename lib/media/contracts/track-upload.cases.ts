/** Requests of track upload against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import {
  DEMO,
  demoMedia,
  foreignAt,
  foreignUpload,
  found,
  kitchen,
  NOBODYS,
  patio,
  SERVED,
  TOO_SMALL,
} from './demo.cases.ts';
import type { trackUpload } from './track-upload.ts';

const nothing = { mediaId: null, mediaUrl: null, format: null, width: null, height: null, bytes: null } as const;

export const trackUploadCases: Cases<typeof trackUpload> = {
  parameters: { businessId: 700101, uploadId: DEMO.upload },
  items: demoMedia,
  examples: [
    {
      summary: 'An upload with one file that was too small',
      reply: {
        uploadId: DEMO.upload,
        status: 'DONE',
        items: [
          {
            url: patio.url,
            status: 'DONE',
            mediaId: DEMO.patio,
            mediaUrl: SERVED,
            format: found.format,
            width: found.width,
            height: found.height,
            bytes: found.fileBytes,
            failureReason: null,
          },
          { url: kitchen.url, status: 'FAILED', ...nothing, failureReason: TOO_SMALL },
        ],
      },
      varies: ['items'],
      ofItems: true,
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 } },
    uploadNotFound: { parameters: { uploadId: NOBODYS.upload } },
  },
  foreign: { businessId: foreignAt(), uploadId: foreignUpload },
};
