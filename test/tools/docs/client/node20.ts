/** The oldest Node that the client promises, where this machine has it. */
import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A Node of the oldest version that the package promises. */
export const findNode20 = async (): Promise<string | undefined> => {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, 'node');
    const version = await run(file, ['--version']).then(
      ({ stdout }) => stdout,
      () => '',
    );
    if (version.startsWith('v20.')) return file;
  }
  return undefined;
};
