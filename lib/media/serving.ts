/** Signs the URLs by which partners download objects of the bucket. */
import { type Place, placeOf, signedUrl } from '../bucket/place.ts';
import type { UrlOf } from './reply.ts';

/** A URL expires with the session of the role that signed it, if that is sooner. */
const SECONDS = 3600;

/** Signs URLs of the bucket of this function. */
export const servedBy = (): UrlOf => {
  // Read the environment on first use: a response without objects needs none of it.
  let place: Place | undefined;
  return (object) => {
    place ??= placeOf('MEDIA_BUCKET');
    return signedUrl(place, object, SECONDS);
  };
};
