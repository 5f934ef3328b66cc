/** Reads the body of a request to one of the small local servers. */
import type { IncomingMessage } from 'node:http';

/** @throws Error if it exceeds `mostBytes` */
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
