/** Events of media: one was processed, an upload for posts is complete (docs/decisions.md: events). */
import type { EventsOf } from '../dynamodb/stream/change.ts';
import type { ComposeEvents } from '../dynamodb/stream/roles.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { type Medium, mediumFrom, mediumKey } from './repository/medium.ts';
import { uploadFrom, uploadKey } from './repository/upload.ts';

/** The medium, if this change is the one that ended it. */
const endedBy = (oldImage: Item | undefined, newImage: Item | undefined): Medium | undefined =>
  oldImage?.status === 'PENDING' && newImage !== undefined && newImage.status !== 'PENDING'
    ? mediumFrom(newImage)
    : undefined;

/** A medium of a location was fetched and kept, or has failed. */
export const mediaEvents: EventsOf = ({ oldImage, newImage }) => {
  const medium = newImage?.type === 'media' ? endedBy(oldImage, newImage) : undefined;
  if (!medium) return [];
  const { partnerId, accountNumber, businessNumber, mediaId, status, failureReason = null } = medium;
  return [
    {
      type: 'MEDIA_PROCESSED',
      partnerId,
      accountNumber,
      businessIds: [businessNumber],
      data: { mediaId, businessId: businessNumber, accountNumber, status, failureReason },
    },
  ];
};

/**
 * The last file of a social upload was done or has failed. Which one was the last no file knows: whoever finds all of them
 * ended makes the event, and it is the same event.
 */
export const uploadEvents: ComposeEvents = async ({ oldImage, newImage, table }) => {
  const medium = endedBy(oldImage, newImage);
  if (!medium) return [];
  const [found] = await table.batchGet([uploadKey(medium)]);
  // The location was deleted, and the upload with it.
  if (!found) return [];
  const { partnerId, accountNumber, businessNumber, uploadId, kind, mediaIds } = uploadFrom(found);
  const keys = mediaIds.map((mediaId) => mediumKey({ partnerId, businessNumber, kind, mediaId }));
  const media = (await table.batchGet(keys)).map(mediumFrom);
  if (media.length < mediaIds.length || media.some(({ status }) => status === 'PENDING')) return [];
  const done = media.filter(({ status }) => status === 'DONE').length;
  return [
    {
      type: 'SOCIAL_MEDIA_UPLOADED',
      madeOf: [partnerId, uploadId],
      at: Math.max(...media.map(({ endedAt, created }) => Date.parse(endedAt ?? created))),
      partnerId,
      accountNumber,
      businessIds: [businessNumber],
      data: { uploadId, businessId: businessNumber, accountNumber, done, failed: media.length - done },
    },
  ];
};
