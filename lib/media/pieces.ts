/** Writes the body of a response to a file, in whatever pieces it arrives. */
import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';

/**
 * A response comes in pieces: as the network brings them, but never more than its server has cut it into. Each takes
 * time and memory however small it is, and no server that means well cuts them so small for long.
 */
const FEWEST_BYTES_OF_PIECE = 256;
const FIRST_PIECES = 1000;

/** Bytes that are written at once. */
const WRITTEN = 65_536;

/**
 * A stream that writes to a file in order, many small pieces at once. It is destroyed with what its functions throw.
 *
 * @param take - looks at each piece
 * @param cutSmall - the error for pieces of a few bytes each
 */
export const pieceWriter = (file: FileHandle, take: (piece: Buffer) => void, cutSmall: () => Error): Writable => {
  const waiting = Buffer.allocUnsafe(WRITTEN);
  let [used, pieces, bytes] = [0, 0, 0];
  const flush = async (): Promise<void> => {
    await file.write(waiting, 0, used);
    used = 0;
  };
  const write = (piece: Buffer): Promise<unknown> | undefined => {
    pieces += 1;
    bytes += piece.length;
    if (pieces > FIRST_PIECES + bytes / FEWEST_BYTES_OF_PIECE) throw cutSmall();
    take(piece);
    if (used + piece.length > WRITTEN) return flush().then(() => file.write(piece));
    used += piece.copy(waiting, used);
    return undefined;
  };
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      try {
        const written = write(piece);
        // A promise for each small piece would take more time than the piece.
        if (written) written.then(() => done(), done);
        else done();
      } catch (error) {
        done(error as Error);
      }
    },
    final(done) {
      flush().then(() => done(), done);
    },
  });
};
