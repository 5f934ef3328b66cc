/** What commands write into pages stands between two marks, and can be written again. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../cdk/build/bundle.ts';
import { withWritten } from '../../../tools/docs/between-marks.ts';

it.each([
  ['costs.md', 'npm run cost -- --write'],
  ['speed.md', 'npm run bench'],
  ['trust.md', 'npm run test:trust'],
])('%s has the marks of %s, which stay', async (name, command) => {
  const page = await readFile(join(projectRoot, 'docs', name), 'utf8');
  const once = withWritten(page, command, 'these');
  expect(withWritten(once, command, 'those')).toBe(once.replace('\n\nthese\n\n', '\n\nthose\n\n'));
});

it('refuses a page that has lost them', () => {
  expect(() => withWritten('no marks', 'npm run bench', '')).toThrow(/marks between which npm run bench writes/);
});
