/** At the end of a run: the rights of the functions that no test has used. A role should have none of them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { rightsOf } from '../../../tools/local/iam/authority.ts';
import type { Roles } from '../../../tools/local/iam/roles.ts';

/** What the files of the workers end with: `clean-worker.ts`. */
export const USED = '.used';

/** The rights that any worker has noted. */
const usedIn = async (directory: string): Promise<ReadonlySet<string>> => {
  const files = (await readdir(directory)).filter((name) => name.endsWith(USED));
  const texts = await Promise.all(files.map((name) => readFile(join(directory, name), 'utf8')));
  return new Set(texts.flatMap((text) => text.split('\n')));
};

/**
 * Functions whose handlers no test runs: the tests of media call what is in `lib/media`, with clients of their own. Their
 * rights are not known to be needed, nor those that only a file in the bucket shows.
 */
const UNTRIED = /^(?:FetchMedia|FailLateMedia) |^RouteEvents sqs:\S+ on \S+:MediaQueue|^\w+ s3:getobject on /;

/** Rights that the workers of a run have not used, in order. */
export const unusedRights = async (roles: Roles, directory: string): Promise<readonly string[]> => {
  const used = await usedIn(directory);
  return rightsOf(roles)
    .filter((right) => !used.has(right) && !UNTRIED.test(right))
    .toSorted();
};

/** Whether a run had all tests there are: of other runs nothing can be said. */
export const hadAllTests = async (project: TestProject): Promise<boolean> => {
  const { vitest, config } = project;
  if (config.env.TEST_MODE !== 'full' || config.testNamePattern || vitest.config.shard) return false;
  const { testFiles } = await project.globTestFiles();
  return vitest.state.getTestModules().length >= testFiles.length;
};
