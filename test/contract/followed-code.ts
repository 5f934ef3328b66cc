/** The compiler and the linter on what a followed page has added. */
import { execFile } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../cdk/build/bundle.ts';

const run = promisify(execFile);

/**
 * @param lists - those of the files that there were: the page adds to them without regard to their order
 * @throws Error with what the compiler or the linter says
 */
export const checkCode = async (copy: string, files: readonly string[], lists: readonly string[]): Promise<void> => {
  const own = join(copy, 'tsconfig.own.json');
  // Next to the page's files only declarations: what they import comes along.
  await writeFile(own, JSON.stringify({ extends: './tsconfig.json', include: [...files, 'lib/**/*.d.ts'] }));
  await run(join(projectRoot, 'node_modules/.bin/tsc'), ['-p', own], { cwd: copy });
  await cp(join(projectRoot, 'biome.json'), join(copy, 'biome.json'));
  const formatted = files.filter((file) => !lists.includes(file));
  const biome = ['check', '--vcs-enabled=false', ...formatted];
  if (formatted.length > 0) await run(join(projectRoot, 'node_modules/.bin/biome'), biome, { cwd: copy });
};
