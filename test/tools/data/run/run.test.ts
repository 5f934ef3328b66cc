/** A run over a whole table: it sees each item once, also in segments, and after it was cut off. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../../../lib/dynamodb/table/attributes.ts';
import { openLineFile } from '../../../../tools/data/run/line-file.ts';
import { startRun } from '../../../../tools/data/run/run.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { putItems } from '../../../support/put-items.ts';
import { createTestTable } from '../../../support/store.ts';

const COUNT = 1700;
const names = Array.from({ length: COUNT }, (_, at) => `P#ours#THING#${String(at).padStart(5, '0')}`);
let table: OpenTable;
let directory: string;
beforeAll(async () => {
  table = await createTestTable();
  await putItems(
    table,
    names.map((pk, at) => ({ pk, sk: 'A', type: at % 2 === 0 ? 'even' : 'odd' })),
  );
  directory = await mkdtemp(join(tmpdir(), 'run-'));
});
afterAll(async () => {
  table.client.destroy();
  await rm(directory, { recursive: true });
});

const inSegments = (segments: number | undefined): OpenTable => ({ ...table, segments });
const keys = (items: readonly Item[]) => items.map(({ pk }) => String(pk));

describe('A run', () => {
  it.each([undefined, 1, 4])('sees each item once: %s segments', async (segments) => {
    const seen: string[] = [];
    await startRun().sweep({
      ...{ phase: 'p', table: inSegments(segments), what: 'Reading' },
      see: (items) => () => void seen.push(...keys(items)),
    });
    expect(seen.toSorted()).toEqual(names);
  });

  it('sees only the types that it asks for', async () => {
    let seen = 0;
    await startRun().sweep({
      ...{ phase: 'p', table, what: 'Reading', types: ['odd', 'none'] },
      see: (items) => () => {
        expect(new Set(items.map(({ type }) => type))).toEqual(new Set(['odd']));
        seen += items.length;
      },
    });
    expect(seen).toBe(COUNT / 2);
  });

  it.each([1, 4])('continues where it was cut off, with what it had kept: %s segments', async (segments) => {
    const at = { file: join(directory, `cut-${segments}.json`), command: 'test', table: table.name };
    const out = join(directory, `cut-${segments}.out`);
    const go = async (failsAfter: number) => {
      const run = startRun({ at });
      const counts = run.counts('seen');
      const file = openLineFile(out, { written: run.keep('bytes', { bytes: 0 }), isKept: true });
      let pages = 0;
      let killed = '';
      try {
        await run.sweep({
          ...{ phase: 'p', table: inSegments(segments), what: 'Reading' },
          see: async (items) => {
            await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
            if (pages++ >= failsAfter) {
              // The first page is complete by then.
              await expect.poll(() => existsSync(at.file)).toBe(true);
              killed = readFileSync(at.file, 'utf8');
              throw new Error('cut off');
            }
            return () => {
              counts.set('all', (counts.get('all') ?? 0) + items.length);
              file.append(
                keys(items)
                  .map((key) => `${key}\n`)
                  .join(''),
              );
            };
          },
        });
      } catch (error) {
        // As a SIGKILL leaves it: the last position that was saved, and more in the file than it says.
        file.append('half a li');
        file.close();
        await writeFile(at.file, killed);
        throw error;
      }
      file.complete();
      run.end();
      return counts;
    };
    await expect(go(2)).rejects.toThrow('cut off');
    const position = JSON.parse(await readFile(at.file, 'utf8'));
    expect(position.position.reading.seen).toBeGreaterThan(0);
    expect((await go(COUNT)).get('all')).toBe(COUNT);
    const lines = (await readFile(out, 'utf8')).trimEnd().split('\n');
    expect(lines.toSorted()).toEqual(names);
    await expect(readFile(at.file)).rejects.toThrow('ENOENT');
  });

  it('starts from the beginning where what it works by has changed', async () => {
    const at = { file: join(directory, 'by.json'), command: 'test', table: table.name };
    let done = 0;
    const go = async (by: readonly string[]) => {
      const run = startRun({ at });
      run.workBy(by);
      await run.step('a', async () => void done++);
    };
    await go(['one']);
    await go(['one']);
    expect(done).toBe(1);
    await go(['one', 'two']);
    expect(done).toBe(2);
  });

  it('skips what is complete, and refuses the position of another command or table', async () => {
    const at = { file: join(directory, 'steps.json'), command: 'test', table: table.name };
    const first = startRun({ at });
    let done = 0;
    const step = async () => void done++;
    await first.step('a', step);
    const again = startRun({ at });
    await again.step('a', step);
    await again.step('b', step);
    expect(done).toBe(2);
    expect(() => startRun({ at: { ...at, command: 'another' } })).toThrow('is not a position in the table');
    expect(() => startRun({ at: { ...at, table: 'another' } })).toThrow('is not a position in the table');
    await writeFile(at.file, 'no JSON');
    expect(() => startRun({ at })).toThrow('is not a position in the table');
  });

  it('calls again while the table is unavailable, and gives a fault of its own back at once', async () => {
    const run = startRun();
    let tries = 0;
    const throttled = async () => {
      if (tries++ < 2) throw new StoreUnavailable('throttled');
      return 'done';
    };
    expect(await run.call(throttled)).toBe('done');
    await expect(run.each([1], () => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
    const expired = Object.assign(new Error('expired'), { name: 'ExpiredTokenException' });
    const signing = vi.fn().mockRejectedValue(new StoreUnavailable('away', { cause: expired }));
    await expect(run.call(signing)).rejects.toThrow('away');
    expect(signing).toHaveBeenCalledTimes(1);
  });
});
