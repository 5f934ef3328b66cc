/** `npm run admin -- <command>`: the commands by which an operator runs a stage. */

import { processIo } from '../io.ts';
import { explain } from './explain.ts';
import { createProgram } from './program.ts';

const fail = () => {
  process.exitCode = 1;
};

let isReported = false;
/** One failure is told once, in one line: a full disk may be met by the command and by the stream that it writes. */
const report = (error: unknown): void => {
  if (!isReported) processIo.log(explain(error));
  isReported = true;
  fail();
};

// A reader that has seen enough, such as head, is no failure; what the command has begun it ends.
const onOutputError = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') report(error);
};
process.stdout.on('error', onOutputError);
// Of what is wrong with standard error nobody can be told.
process.stderr.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') fail();
});

// What a stream or a socket reports when nobody listens any more.
process.on('uncaughtException', (error) => {
  report(error);
  process.exit(1);
});

try {
  await createProgram({ io: processIo, fail }).parseAsync();
} catch (error) {
  report(error);
}
