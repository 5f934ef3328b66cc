/** The refused lines of a data file, beside it, for somebody to correct and load, and why (docs/data-files.md). */
import { appendFileSync, closeSync, openSync, rmSync } from 'node:fs';
import type { RefusedLine } from './load.ts';

/** They may hold keys, so that the owner alone may read them. */
const mode = 0o600;
const NEWLINE = Buffer.from('\n');

export interface RejectedFile {
  readonly name: string;
  /** Where the reasons stand, in the order of the lines. */
  readonly reasons: string;
  /** Adds a line as it came, and its reason. */
  add(refused: RefusedLine): void;
  /** @throws what the file system says where a file cannot be written, for that to be said before anything is loaded */
  check(): void;
}

/** A refused line in one sentence. */
export const reasonOf = ({ line, reason }: Pick<RefusedLine, 'line' | 'reason'>): string => `line ${line}: ${reason}`;

/** Takes away what an earlier load has left; the files are there once a line is added. */
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
