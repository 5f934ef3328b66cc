/** The refused lines of a data file, beside it, for somebody to correct and load (docs/data-files.md). */
import { appendFileSync, closeSync, openSync, rmSync } from 'node:fs';

/** They may hold keys, so that the owner alone may read them. */
const mode = 0o600;
const NEWLINE = Buffer.from('\n');

export interface RejectedFile {
  readonly name: string;
  /** Adds a line as it came. */
  add(bytes: Buffer): void;
  /** @throws what the file system says where the file cannot be written, for that to be said before anything is loaded */
  check(): void;
}

/** Takes away what an earlier load has left; the file is there once a line is added. */
export const rejectedFile = (file: string): RejectedFile => {
  const name = `${file}.rejected`;
  rmSync(name, { force: true });
  return {
    name,
    add: (bytes) => appendFileSync(name, Buffer.concat([bytes, NEWLINE]), { mode }),
    check() {
      closeSync(openSync(name, 'wx', mode));
      rmSync(name);
    },
  };
};
