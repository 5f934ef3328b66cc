/** The part `supply` of the trust run, whole: it takes no time. */
import { expect, inject, it } from 'vitest';
import { supply } from './supply.ts';

it('what is deployed is known, pinned and free to use, and each threat has a test', async () => {
  const { failures } = await supply.run({
    size: 'short',
    seed: 1,
    say: () => {},
    written: () => {},
    assemblyDirectory: inject('assemblyDirectory'),
  });
  expect(failures).toEqual([]);
});
