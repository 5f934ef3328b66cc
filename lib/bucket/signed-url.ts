/** Recognizes the temporary URLs of media objects, which no record may keep. Pure. */

/** A temporary signed URL of a media object, in any bucket. */
const SIGNED = /\/(?:business|social)\/[a-z0-9-]{1,64}\/[0-9]+\/med_[0-9a-f]{24}\/[^?]*\?(?:[^#]*&)?X-Amz-Signature=/i;

export const isSignedMediaUrl = (url: unknown): boolean => typeof url === 'string' && SIGNED.test(url);
