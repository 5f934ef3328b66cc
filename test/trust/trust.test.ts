/** The short, seeded form of `npm run test:trust`, but for what is judged by time alone: a test has no clock. */
import { expect, inject, it } from 'vitest';
import { keyTiming } from './key-timing.ts';
import { parts } from './parts.ts';

const judged = parts.filter((part) => part !== keyTiming);

process.env.DYNAMODB_ENDPOINT = inject('endpoint');

it.each(judged.map((part) => [part.promise, part] as const))('%s', { timeout: 120_000 }, async (_, part) => {
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
