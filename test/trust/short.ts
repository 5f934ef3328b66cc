/**
 * The short, seeded form of the trust run, in files that run side by side. Each part has an engine of its own, as in the long
 * form: the one of the run is slower with each record of a stream.
 */
import { expect, inject, it } from 'vitest';
import { costlyInputs } from './costly-inputs.ts';
import { costs } from './costs.ts';
import { crash } from './crash.ts';
import { events } from './events.ts';
import { faults } from './faults.ts';
import { files } from './files.ts';
import { freeze } from './freeze.ts';
import { fuzz } from './fuzz.ts';
import { histories } from './histories.ts';
import { idempotency } from './idempotency.ts';
import { isolation } from './isolation.ts';
import { keyTiming } from './key-timing.ts';
import { load } from './load.ts';
import { uploads } from './media.ts';
import type { Part } from './part.ts';
import { parts } from './parts.ts';
import { secrets } from './secrets.ts';
import { simulation } from './simulation.ts';
import { stale } from './stale.ts';
import { supply } from './supply.ts';

/** `trust-1.test.ts` to `trust-4.test.ts`. */
const FILES = 4;

/** Checked by time alone, and a test has no clock; or in files of its own: `supply.test.ts`, `test/simulation`. */
const APART = new Set([keyTiming, supply, simulation]);

/**
 * Shown by tests of single operations and of single steps too: `npm test` has those, which their mutants name
 * (docs/trust.md), and `npm run test:full` these as well: most open a service with all of its functions, or processes of their
 * own.
 */
const IN_FULL = new Set([
  ...[costlyInputs, load, isolation, costs, events, uploads, secrets],
  ...[fuzz, faults, histories, crash, idempotency, freeze, files],
]);
const isFull = process.env.TEST_MODE === 'full';

/** Work in processes and threads of their own, leave this one as it is, and wait for much of their time. */
const CONCURRENT = new Set([fuzz, histories, freeze, idempotency, stale, crash, files, load]);

const failuresOf = async (part: Part): Promise<readonly string[]> => {
  const { failures } = await part.run({
    size: 'short',
    seed: 1,
    say: () => {},
    written: () => {},
    assemblyDirectory: inject('assemblyDirectory'),
  });
  return failures;
};

/**
 * The short form of every fourth part.
 *
 * @param file - from 1
 */
export const shortForms = (file: number): void => {
  const checked = parts.filter((part) => !APART.has(part) && (isFull || !IN_FULL.has(part)));
  const here = checked.filter((_, index) => index % FILES === file - 1);
  const named = (some: readonly Part[]) => some.map((part) => [part.promise, part] as const);
  const timeout = 120_000;

  it.for(named(here.filter((part) => !CONCURRENT.has(part))))('%s', { timeout }, async ([, part]) =>
    expect(await failuresOf(part)).toEqual([]),
  );
  it.concurrent.for(named(here.filter((part) => CONCURRENT.has(part))))(
    '%s',
    { timeout },
    async ([, part], { expect }) => expect(await failuresOf(part)).toEqual([]),
  );
};
