/** A copy of the project, for tests that change its sources. */
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../cdk/build/bundle.ts';

/** What a synthesis reads. */
const parts = ['cdk', 'functions', 'lib', 'cdk.json', 'package.json', 'package-lock.json'];

/** Copies the sources into a new directory; the packages are the project's own. */
export const copySources = async (directory: string): Promise<void> => {
  await mkdir(directory, { recursive: true });
  for (const part of parts) await cp(join(projectRoot, part), join(directory, part), { recursive: true });
  await symlink(join(projectRoot, 'node_modules'), join(directory, 'node_modules'));
};
