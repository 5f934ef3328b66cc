/**
 * A file that a run writes piece by piece: readable by its owner alone, under a temporary name until it is complete. A
 * run that continues drops what was written behind its position.
 */
import { closeSync, fstatSync, ftruncateSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { ifCutOff } from '../../cut-off.ts';
import { AdminError } from '../../io.ts';
import { requireOut } from '../../out-file.ts';

export interface LineFile {
  /** Appends text. It belongs into the commit of a page. @throws AdminError if another run writes the same file */
  append(text: string): void;
  /** Gives the file its name: it is complete. @throws AdminError if another run writes the same file */
  complete(): void;
  /** Closes the file after a failure, if it is not complete. */
  close(): void;
}

/** How much of the file belongs to the position. */
export interface Written {
  bytes: number;
}

export interface LineFileOptions {
  /** Kept with the position of the run. */
  readonly written: Written;
  /** Whether an interrupted run can continue; otherwise nothing is left of it. By default it can't. */
  readonly isKept?: boolean;
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

/**
 * Opens the file under its temporary name. A later run with the same name takes it over.
 *
 * @throws AdminError if what the position has counted is gone, or if no regular file can have the name
 */
export const openLineFile = (name: string, { written, isKept }: LineFileOptions): LineFile => {
  const out = requireOut(name);
  const partial = `${out}.partial`;
  const isContinued = written.bytes > 0 && statSync(partial, { throwIfNoEntry: false }) !== undefined;
  if (written.bytes > 0 && !isContinued)
    throw new AdminError(`${partial} is gone: delete the position, and export again from the beginning.`);
  // A file that a SIGKILL has left would keep its mode.
  if (!isContinued) rmSync(partial, { force: true });
  const descriptor = openSync(partial, isContinued ? 'r+' : 'wx', 0o600);
  ftruncateSync(descriptor, written.bytes);
  // No other file gets this number while this one is open.
  const own = fstatSync(descriptor, { bigint: true }).ino;
  const isOwn = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino === own;
  /** Another run has put a file of its own there, or writes to this one. */
  const requireOwn = (path: string): void => {
    if (!isOwn(path) || fstatSync(descriptor).size !== written.bytes)
      throw new AdminError(
        `Another run writes ${partial} at the same time: let it finish, or name another file.`,
        'refused',
      );
  };
  const discard = () => {
    if (!isKept && isOwn(partial)) rmSync(partial, { force: true });
  };
  const isOver = ifCutOff(discard);
  let isOpen = true;
  const end = () => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
    isOver();
  };
  return {
    append(text) {
      requireOwn(partial);
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; )
        at += writeSync(descriptor, bytes, at, bytes.length - at, written.bytes + at);
      written.bytes += bytes.length;
    },
    complete() {
      requireOwn(partial);
      renameSync(partial, out);
      // The other run may have come between the two.
      requireOwn(out);
      end();
    },
    close() {
      if (isOpen) discard();
      end();
    },
  };
};

/** Writes a file as a whole. @throws AdminError if another run writes it at the same time */
export const writeWhole = (text: string, out: string): void => {
  const file = openLineFile(out, { written: { bytes: 0 } });
  try {
    file.append(text);
    file.complete();
  } finally {
    file.close();
  }
};
