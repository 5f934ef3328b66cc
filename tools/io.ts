/** The input and output of a command: the terminal, and the clock. Tests pass their own. */
import { createInterface } from 'node:readline/promises';

export interface Io {
  /** A line of the result, for standard output. */
  out(line: string): void;
  /** A progress line, for standard error. */
  log(line: string): void;
  /** The stream for a progress bar; absent without a terminal. */
  readonly terminal?: NodeJS.WritableStream | undefined;
  /** Asks the operator; absent unless a person can answer. Empty if they press Ctrl-C or Ctrl-D. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Takes the result as an object, for `--json`; absent without it. */
  readonly result?: ((value: object) => void) | undefined;
  /** Epoch milliseconds. */
  now(): number;
}

/** Asks at a terminal. */
export const askAt = async (
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  question: string,
): Promise<string> => {
  const terminal = createInterface({ input, output });
  try {
    return await terminal.question(question);
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
    output.write('\n');
    return '';
  } finally {
    terminal.close();
  }
};

export const processIo: Io = {
  out: (line) => void process.stdout.write(`${line}\n`),
  log: (line) => void process.stderr.write(`${line}\n`),
  terminal: process.stderr.isTTY ? process.stderr : undefined,
  ask:
    process.stdin.isTTY && process.stderr.isTTY
      ? (question) => askAt(process.stdin, process.stderr, question)
      : undefined,
  now: Date.now,
};

/** What kind of failure it is; the exit status follows from it (docs/commands.md: exit status). */
export type Reason = 'usage' | 'refused' | 'not found' | 'outage';

/** A failure that the operator can fix, described in one sentence. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  readonly reason: Reason;

  constructor(message: string, reason: Reason = 'usage') {
    super(message);
    this.reason = reason;
  }
}

/** Why an action was refused, as the end of a sentence; `undefined` for all other errors. */
export const refusalIn = (error: unknown): string | undefined =>
  error instanceof AdminError && error.reason === 'refused' ? error.message.replace(/\.$/, '') : undefined;
