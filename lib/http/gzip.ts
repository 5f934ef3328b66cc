/** Compressed responses (RFC 9110, 12.5.3): a client that accepts gzip gets more into the 6 MB that Lambda hands back. */
import { weightOf } from './accepted.ts';

/** Whether `Accept-Encoding` lets a response come as gzip: it names gzip, or `*`, and not with `q=0`. */
export const acceptsGzip = (acceptEncoding: string | undefined): boolean =>
  (weightOf(acceptEncoding, ['gzip', '*']) ?? 0) > 0;

/** The text as gzip. The module is loaded on first use: hardly a response is large enough for it. */
export const gzipped = async (text: string): Promise<Buffer> => {
  const { constants, gzip } = await import('node:zlib');
  return new Promise((resolve, reject) => {
    // Menus repeat themselves: the fastest level is nearly as small as the best, in a third of the time.
    gzip(text, { level: constants.Z_BEST_SPEED }, (error, result) => (error ? reject(error) : resolve(result)));
  });
};
