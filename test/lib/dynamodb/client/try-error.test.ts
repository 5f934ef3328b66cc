/** Waiting for the end of a call. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { timerOf, whenEnded } from '../../../../lib/dynamodb/client/try-error.ts';

it('takes what a timer takes: neither less than nothing nor more than 24 days', () => {
  expect([-16, 0, 5, 2 ** 40].map(timerOf)).toEqual([0, 0, 5, 2 ** 31 - 1]);
});

it('fails at once where the deadline has passed, without a warning in the log', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  await new Promise<void>((resolve) => whenEnded({ deadline: Date.now() - 16 }, () => resolve()));
  process.emitWarning('the last one');
  while (!warnings.some(({ message }) => message === 'the last one')) await once(process, 'warning');
  process.off('warning', note);
  expect(warnings.map(({ name }) => name)).not.toContain('TimeoutNegativeWarning');
});
