/** URLs by which a partner gets what lies in the bucket. */
import { type Place, placeOf, signedUrl } from '../bucket/place.ts';
import type { UrlOf } from './reply.ts';

/** A URL ends with the session of the role that signed it, if that is sooner. */
const SECONDS = 3600;

/** Signs URLs of the bucket of this function. */
export const servedBy = (): UrlOf => {
  // Where nothing is to be served nothing has to be known.
  let place: Place | undefined;
  return (object) => {
    place ??= placeOf('MEDIA_BUCKET');
    return signedUrl(place, object, SECONDS);
  };
};
