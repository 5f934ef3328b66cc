/** The body of a request to one of the small servers of this machine. */
import type { IncomingMessage } from 'node:http';

/** @throws Error where it has more bytes than it may */
export const bodyOf = async (request: IncomingMessage, mostBytes: number): Promise<string> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new Error('the body is too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};
