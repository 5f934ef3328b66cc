/** What a command talks to: the terminal, and the clock. Tests pass their own. */

export interface Io {
  /** A line of the result, for standard output. */
  out(line: string): void;
  /** A line about the work as it goes on, for standard error. */
  log(line: string): void;
  /** Where a progress bar may be drawn; absent where there is no terminal. */
  readonly terminal?: NodeJS.WritableStream | undefined;
  /** Epoch milliseconds. */
  now(): number;
}

export const processIo: Io = {
  out: (line) => void process.stdout.write(`${line}\n`),
  log: (line) => void process.stderr.write(`${line}\n`),
  terminal: process.stderr.isTTY ? process.stderr : undefined,
  now: Date.now,
};

/** A failure that the operator can correct, said in one sentence. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}
