/** `npm run admin -- <command>`: the commands by which an operator runs a stage. */

import { processIo } from '../io.ts';
import { explain } from './explain.ts';
import { createProgram } from './program.ts';

const fail = () => {
  process.exitCode = 1;
};

// A reader that has seen enough, such as head, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  await createProgram({ io: processIo, fail }).parseAsync();
} catch (error) {
  processIo.log(explain(error));
  fail();
}
