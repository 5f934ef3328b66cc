/** Compresses responses (RFC 9110, 12.5.3): gzip fits more data into the 6 MB that Lambda returns. */
import { weightOf } from './accepted.ts';

/** Whether `Accept-Encoding` allows gzip: it names gzip or `*`, without `q=0`. */
export const acceptsGzip = (acceptEncoding: string | undefined): boolean =>
  (weightOf(acceptEncoding, ['gzip', '*']) ?? 0) > 0;

/** Compresses a text. The module is loaded on first use, as few responses are large enough. */
export const gzipped = async (text: string): Promise<Buffer> => {
  const { constants, gzip } = await import('node:zlib');
  return new Promise((resolve, reject) => {
    // Menus are repetitive: the fastest level is nearly as small as the best, in a third of the time.
    gzip(text, { level: constants.Z_BEST_SPEED }, (error, result) => (error ? reject(error) : resolve(result)));
  });
};
