/** Recognizes URLs of media objects, of which no record may keep those that are temporary. Pure. */

/** The path of a media object, in any bucket. */
const OBJECT = /\/(?:business|social)\/[a-z0-9-]{1,64}\/[0-9]+\/med_[0-9a-f]{24}\//i;
/** A temporary signed URL of one. */
const SIGNED = new RegExp(`${OBJECT.source}[^?]*\\?(?:[^#]*&)?X-Amz-Signature=`, 'i');

/** Whether a URL leads to a media object, signed or not. */
export const isMediaUrl = (url: unknown): boolean => typeof url === 'string' && OBJECT.test(url);

export const isSignedMediaUrl = (url: unknown): boolean => typeof url === 'string' && SIGNED.test(url);
