/** The short form of `test/bench/whole-table.ts`: every command on a spoiled table behind a slow proxy, one killed and run again. */
import { expect, inject, it } from 'vitest';
import { measure } from '../../bench/whole-table.ts';

it('restores what was spoiled, also after a kill, and no command takes much memory', { timeout: 600_000 }, async () => {
  const { world, found } = await measure({
    ...{ items: 3000, spoil: 900, delay: 10, killAfter: 2500 },
    assembly: inject('assemblyDirectory'),
    say: () => {},
  });
  const [killed, applied, dry, ...others] = found;
  expect(killed!.status).toBe(-1);
  for (const one of [applied!, dry!, ...others]) expect([one.command, one.status]).toEqual([one.command, 0]);
  const { put, changed } = applied!.result as { put: number; changed: number };
  // What is counted before the kill, and not yet saved, is not counted again.
  expect(put + changed).toBeGreaterThan(0);
  expect(put + changed).toBeLessThanOrEqual(world.spoiled);
  expect(dry!.result).toEqual({ dryRun: true, put: 0, changed: 0, removed: 0, met: 0 });
  for (const { command, megabytes } of found) expect([command, megabytes < 300]).toEqual([command, true]);
});
