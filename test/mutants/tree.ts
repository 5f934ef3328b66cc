/** Copies of the project in which sources may be changed. */
import { execFile } from 'node:child_process';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../cdk/build/bundle.ts';

const run = promisify(execFile);

/** What git knows of, and what is new: neither packages nor what was built. */
const files = async (): Promise<readonly string[]> => {
  const options = { cwd: projectRoot, maxBuffer: 1 << 26 };
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], options);
  return stdout.split('\0').filter((file) => file !== '' && file !== 'node_modules');
};

/** Copies the project into a new directory; the packages are the project's own. */
export const copyProject = async (directory: string): Promise<void> => {
  for (const file of new Set(await files())) {
    const target = join(directory, file);
    await mkdir(dirname(target), { recursive: true });
    // A file that git knows of may have been removed.
    await cp(join(projectRoot, file), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await symlink(join(projectRoot, 'node_modules'), join(directory, 'node_modules'));
};
