/** Builds the responses about media. Pure, except for the clock used to sign URLs. */
import type { Medium } from './repository/medium.ts';

/** The URL of an object in the bucket. */
export type UrlOf = (object: string) => string;

const urlOfMedium = ({ status, object }: Medium, urlOf: UrlOf): string | null =>
  status === 'DONE' && object !== undefined ? urlOf(object) : null;

/** A medium that was accepted. */
export const addedReply = ({ mediaId, url, mediaCategory, description, mediaFormat, status }: Medium) => ({
  mediaId,
  url,
  mediaCategory,
  description,
  mediaFormat,
  status,
});

export const listedReply = (medium: Medium, urlOf: UrlOf) => ({
  ...addedReply(medium),
  mediaUrl: urlOfMedium(medium, urlOf),
  failureReason: medium.failureReason ?? null,
});

const itemReply = (medium: Medium, urlOf: UrlOf) => {
  const { url, status, mediaId, format, width, height, fileBytes, failureReason } = medium;
  return {
    url,
    status,
    mediaId: status === 'DONE' ? mediaId : null,
    mediaUrl: urlOfMedium(medium, urlOf),
    format: format ?? null,
    width: width ?? null,
    height: height ?? null,
    bytes: fileBytes ?? null,
    failureReason: failureReason ?? null,
  };
};

/** An upload with its remaining media. */
export const uploadReply = (uploadId: string, media: readonly Medium[], urlOf: UrlOf) => {
  const isPending = media.some(({ status }) => status === 'PENDING');
  const haveFailed = media.length > 0 && media.every(({ status }) => status === 'FAILED');
  return {
    uploadId,
    status: isPending ? 'PENDING' : haveFailed ? 'FAILED' : 'DONE',
    items: media.map((medium) => itemReply(medium, urlOf)),
  };
};
