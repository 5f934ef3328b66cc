/**
 * The short, seeded form of the trust run, in files that run side by side. Each part has an engine of its own, as in the long
 * form: the one of the run is slower with each record of a stream.
 */
import { expect, inject, it } from 'vitest';
import { keyTiming } from './key-timing.ts';
import { parts } from './parts.ts';
import { supply } from './supply.ts';

/** `trust-1.test.ts` to `trust-4.test.ts`. */
const FILES = 4;

/** Judged by time alone, and a test has no clock; or in a file of its own. */
const APART = new Set([keyTiming, supply]);

/**
 * The short form of every fourth part.
 *
 * @param file - from 1
 */
export const shortForms = (file: number): void => {
  // The parts start services as processes of their own.
  process.env.NODE_COMPILE_CACHE = inject('compiledDirectory');
  const judged = parts.filter((part) => !APART.has(part)).filter((_, index) => index % FILES === file - 1);

  it.each(judged.map((part) => [part.promise, part] as const))('%s', { timeout: 120_000 }, async (_, part) => {
    const { failures } = await part.run({
      size: 'short',
      seed: 1,
      say: () => {},
      written: () => {},
      assemblyDirectory: inject('assemblyDirectory'),
    });
    expect(failures).toEqual([]);
  });
};
