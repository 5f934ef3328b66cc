/**
 * A file that a run writes piece by piece: readable by its owner alone, under a temporary name until it is complete. A
 * run that continues drops what was written behind its position.
 */
import { closeSync, ftruncateSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { ifCutOff } from '../../cut-off.ts';
import { AdminError } from '../../io.ts';
import { requireOut } from '../../out-file.ts';

export interface LineFile {
  /** Appends text. It belongs into the commit of a page. */
  append(text: string): void;
  /** Gives the file its name: it is complete. */
  complete(): void;
  /** Closes the file after a failure. */
  close(): void;
}

/** How much of the file belongs to the position. */
export interface Written {
  bytes: number;
}

export interface LineFileOptions {
  /** Kept with the position of the run. */
  readonly written: Written;
  /** Whether an interrupted run can continue; otherwise nothing is left of it. */
  readonly isKept: boolean;
}

/**
 * Refuses to overwrite a file.
 *
 * @throws AdminError if there is one, or if it can't be written
 */
export const requireNew = (out: string, force = false): void => {
  requireOut(out);
  if (!force && statSync(out, { throwIfNoEntry: false }))
    throw new AdminError(`${out} already exists. Name another file, or pass --force to overwrite it.`, 'refused');
};

export const openLineFile = (out: string, { written, isKept }: LineFileOptions): LineFile => {
  const partial = `${out}.partial`;
  const isContinued = written.bytes > 0 && statSync(partial, { throwIfNoEntry: false }) !== undefined;
  if (written.bytes > 0 && !isContinued)
    throw new AdminError(`${partial} is gone: delete the position, and export again from the beginning.`);
  // A file that a SIGKILL has left would keep its mode.
  if (!isContinued) rmSync(partial, { force: true });
  const descriptor = openSync(partial, isContinued ? 'r+' : 'wx', 0o600);
  ftruncateSync(descriptor, written.bytes);
  const isOver = ifCutOff(() => {
    if (!isKept) rmSync(partial, { force: true });
  });
  return {
    append(text) {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; )
        at += writeSync(descriptor, bytes, at, bytes.length - at, written.bytes + at);
      written.bytes += bytes.length;
    },
    complete() {
      closeSync(descriptor);
      renameSync(partial, out);
      isOver();
    },
    close() {
      closeSync(descriptor);
      if (!isKept) rmSync(partial, { force: true });
      isOver();
    },
  };
};
