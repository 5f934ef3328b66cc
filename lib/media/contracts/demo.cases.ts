/** Media for the cases of their contracts, which data files can't hold. */
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import { type Medium, mediumItem } from '../repository/medium.ts';
import { type Upload, uploadItem } from '../repository/upload.ts';

/** Of location 700101. */
export const DEMO = {
  upload: 'upl_5f0c2a9d4b7e813c6a5d0f92',
  patio: 'med_5f0c2a9d4b7e813c6a5d0f92',
  kitchen: 'med_7a2e91c04d5b863f0e1c9d28',
} as const;
/** An upload and a medium of location 800101, which belongs to the other partner, and ids that do not exist. */
const THEIRS = { upload: 'upl_c1d2e3f405162738495a6b7c', mediaId: 'med_c1d2e3f405162738495a6b7c' } as const;
export const NOBODYS = { upload: 'upl_000000000000000000000000', mediaId: 'med_000000000000000000000000' } as const;

export const foreignAt = (body?: unknown) => foreignLocation('businessId', errors.businessInvalid, body);
export const foreignMedium = {
  foreign: { parameters: { mediaId: THEIRS.mediaId } },
  absent: { parameters: { mediaId: NOBODYS.mediaId } },
  code: errors.routeNotFound.code,
} as const;
export const foreignUpload = {
  foreign: { parameters: { uploadId: THEIRS.upload } },
  absent: { parameters: { uploadId: NOBODYS.upload } },
  code: errors.routeNotFound.code,
} as const;

export const patio = {
  mediaId: DEMO.patio,
  url: 'https://cdn.copperkettle.example/patio.jpg',
  mediaCategory: 'EXTERIOR',
  description: 'The patio in the evening',
  mediaFormat: 'PHOTO',
  status: 'DONE',
} as const;
export const kitchen = {
  mediaId: DEMO.kitchen,
  url: 'https://cdn.copperkettle.example/kitchen.png',
  mediaCategory: 'INTERIOR',
  description: 'The open kitchen',
  mediaFormat: 'PHOTO',
  status: 'FAILED',
} as const;
export const TOO_SMALL = '2180: The picture is 400x300; at least 720x720 is needed';
export const SERVED =
  'https://media.s3.us-east-1.amazonaws.com/business/orchard/700101/med_5f0c2a9d4b7e813c6a5d0f92/0a1b2c3d4e5f6071?X-Amz-Signature=0';

const DAY_SECONDS = 86_400;
/** The properties of the picture that `npm start` puts into its bucket. */
export const found = { format: 'JPG', width: 1080, height: 720, fileBytes: 25_568 } as const;

const own = { partnerId: 'orchard', accountNumber: 700100, businessNumber: 700101, kind: 'media' } as const;
const theirs = { ...own, partnerId: 'harbor', accountNumber: 800100, businessNumber: 800101 } as const;

/** Two media of one location, added together an hour ago, and one of the other partner. */
export const demoMedia = (now: number): readonly object[] => {
  const created = new Date(now - 3_600_000).toISOString();
  const expiry = Math.floor(now / 1000) + DAY_SECONDS;
  const medium = (more: object): Medium => ({ ...own, uploadId: DEMO.upload, tries: 0, created, ...more }) as Medium;
  const upload = (more: object): Upload => ({ ...own, uploadId: DEMO.upload, created, ...more }) as Upload;
  const object = `business/orchard/700101/${DEMO.patio}/0a1b2c3d4e5f6071`;
  return [
    uploadItem(upload({ mediaIds: [DEMO.patio, DEMO.kitchen] }), expiry),
    mediumItem(medium({ ...patio, ...found, object, position: 0 })),
    mediumItem(medium({ ...kitchen, failureReason: TOO_SMALL, position: 1 })),
    uploadItem(upload({ ...theirs, uploadId: THEIRS.upload, mediaIds: [THEIRS.mediaId] }), expiry),
    mediumItem(medium({ ...kitchen, ...theirs, uploadId: THEIRS.upload, mediaId: THEIRS.mediaId, position: 0 })),
  ];
};
