/** `npm run admin -- <command>`: the commands by which an operator runs a stage. */

import { CommanderError } from 'commander';
import { processIo } from '../io.ts';
import { STATUS, statusOf } from './exit-status.ts';
import { explain } from './explain.ts';
import { createProgram } from './program.ts';

const fail = (error?: unknown) => {
  process.exitCode = error === undefined ? STATUS.fault : statusOf(error);
};

let isReported = false;
/** Reports a failure once, in one line: both the command and the stream that it writes may meet a full disk. */
const report = (error: unknown): void => {
  if (!isReported && !(error instanceof CommanderError)) processIo.log(explain(error));
  isReported = true;
  fail(error);
};

// A reader that stops when it has seen enough, such as head, is no failure; the command completes its work.
const onOutputError = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') report(error);
};
process.stdout.on('error', onOutputError);
// A failure of standard error can't be reported anywhere.
process.stderr.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') fail();
});

// The errors of a stream or a socket without a listener.
process.on('uncaughtException', (error) => {
  report(error);
  process.exit();
});

try {
  await createProgram({ io: processIo, fail: () => fail() }).parseAsync();
} catch (error) {
  report(error);
}
