/**
 * Writes the refused lines of a data file, and the reasons, into files next to it, so that someone can correct and load
 * them (docs/data-files.md).
 */
import { appendFileSync, closeSync, openSync, rmSync } from 'node:fs';
import type { RefusedLine } from './load.ts';

/** The lines may contain keys, so only the owner may read the files. */
const mode = 0o600;
const NEWLINE = Buffer.from('\n');

export interface RejectedFile {
  readonly name: string;
  /** The path of the file with the reasons, in the order of the lines. */
  readonly reasons: string;
  /** Adds a refused line unchanged, and its reason. */
  add(refused: RefusedLine): void;
  /**
   * Checks that the files can be written, before anything is loaded.
   *
   * @throws the file system's error if one cannot
   */
  check(): void;
}

/** A refused line in one sentence. */
export const reasonOf = ({ line, reason }: Pick<RefusedLine, 'line' | 'reason'>): string => `line ${line}: ${reason}`;

/** Removes the files of an earlier load; they are made again when a line is added. */
export const rejectedFile = (file: string): RejectedFile => {
  const name = `${file}.rejected`;
  const reasons = `${name}.txt`;
  const remove = () => {
    for (const each of [name, reasons]) rmSync(each, { force: true });
  };
  remove();
  return {
    name,
    reasons,
    add(refused) {
      appendFileSync(name, Buffer.concat([refused.bytes, NEWLINE]), { mode });
      appendFileSync(reasons, `${reasonOf(refused)}\n`, { mode });
    },
    check() {
      for (const each of [name, reasons]) closeSync(openSync(each, 'wx', mode));
      remove();
    },
  };
};
