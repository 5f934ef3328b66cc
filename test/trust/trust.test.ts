/** The short, seeded form of `npm run test:trust`. */
import { expect, inject, it } from 'vitest';
import { parts } from './parts.ts';

process.env.DYNAMODB_ENDPOINT = inject('endpoint');

it.each(parts.map((part) => [part.promise, part] as const))('%s', { timeout: 120_000 }, async (_, part) => {
  const trial = {
    size: 'short',
    seed: 1,
    say: () => {},
    written: () => {},
    assemblyDirectory: inject('assemblyDirectory'),
  } as const;
  const { failures } = await part.run(trial);
  expect(failures).toEqual([]);
});
