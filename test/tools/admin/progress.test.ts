/** Progress where no one looks at a terminal: lines from the first second on. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startProgress } from '../../../tools/admin/progress.ts';
import { recordingIo } from './recording-io.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a line in the first second, and later ones further apart; none after the end', async () => {
  const io = recordingIo();
  const progress = startProgress(io, 1000, 'Reading', 0);
  const second = async (done: number) => {
    progress.update(done);
    io.time += 1000;
    await vi.advanceTimersByTimeAsync(1000);
  };
  await second(100);
  expect(io.logged).toEqual(['Reading: 100 of about 1,000 (10 %), 100 a second, about 9 s left']);
  for (let at = 2; at <= 40; at++) await second(100 + at);
  expect(io.logged).toHaveLength(7);
  expect(io.logged.at(-1)).toBe('Reading: 140 of about 1,000 (14 %), 4 a second, about 4 min left');
  progress.stop();
  await second(999);
  expect(io.logged).toHaveLength(7);
});
