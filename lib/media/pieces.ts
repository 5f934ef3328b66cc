/** Writes the body of a response to a file, in whatever pieces it arrives. */
import type { FileHandle } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';

/** A failure of this machine's disk, which is not the server's. */
export class DiskFailed extends Error {
  override readonly name = 'DiskFailed';
}

/** @throws DiskFailed */
export const diskFailed = (cause: unknown): never => {
  throw new DiskFailed('The disk failed', { cause });
};

/**
 * A response comes in pieces: as the network brings them, but never more than its server has cut it into. Each takes
 * time and memory however small it is, and no server that means well cuts them so small for long.
 */
const FEWEST_BYTES_OF_PIECE = 256;
const FIRST_PIECES = 1000;

/** Bytes that are written at once. */
const WRITTEN = 65_536;

/** Writes all of it: a disk that is almost full takes a part, and says so at the next write only. */
const writeAll = async (file: FileHandle, bytes: Buffer): Promise<void> => {
  const { bytesWritten } = await file.write(bytes).catch(diskFailed);
  if (bytesWritten < bytes.length) await writeAll(file, bytes.subarray(bytesWritten));
};

/** A stream that writes to a file in order, many small pieces at once. It is destroyed with what `take` throws. */
const pieceWriter = (file: FileHandle, take: (piece: Buffer) => void, cutSmall: () => Error): Writable => {
  const waiting = Buffer.allocUnsafe(WRITTEN);
  let [used, pieces, bytes] = [0, 0, 0];
  const flush = async (): Promise<void> => {
    await writeAll(file, waiting.subarray(0, used));
    used = 0;
  };
  const write = (piece: Buffer): Promise<unknown> | undefined => {
    pieces += 1;
    bytes += piece.length;
    if (pieces > FIRST_PIECES + bytes / FEWEST_BYTES_OF_PIECE) throw cutSmall();
    take(piece);
    if (used + piece.length > WRITTEN) return flush().then(() => writeAll(file, piece));
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

/**
 * Writes a body to its end. It waits for no stream to close, as `pipeline` does: a response that was given up may never
 * do so.
 *
 * @param take - looks at each piece, and throws to end it
 * @param cutSmall - the error for pieces of a few bytes each
 * @throws DiskFailed, what the functions throw, or the error of the connection
 */
export const writeBody = async (
  body: Readable,
  file: FileHandle,
  take: (piece: Buffer) => void,
  cutSmall: () => Error,
): Promise<void> => {
  const writer = pieceWriter(file, take, cutSmall);
  try {
    await new Promise<void>((resolve, reject) => {
      const endEarly = () => body.readableEnded || reject(new Error('The connection was closed'));
      // It may have been closed while the file was opened, and says so only once.
      if (body.destroyed) endEarly();
      body.on('error', reject).on('close', endEarly);
      writer.on('error', reject).on('finish', resolve);
      body.pipe(writer);
    });
  } finally {
    writer.destroy();
  }
};
