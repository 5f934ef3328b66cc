/** The waits between tries, to the millisecond: with no chance, and with as much as there is. */
import { describe, expect, it } from 'vitest';
import { afterProbe, outcomeOn, probeWait, retryAfterOf } from '../../../lib/subscriptions/rules/schedule.ts';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const NOW = 1_790_000_000_000;
const tried = (tries: number, chance: number, more: object = {}) =>
  outcomeOn({
    attempt: { at: '', status: 500 },
    retryAfter: undefined,
    tries,
    failingSince: NOW,
    now: NOW,
    chance,
    ...more,
  });

describe('A try that failed', () => {
  it('ends nothing where the webhook has another URL by now, which is tried within seconds', () => {
    const days = 6 * 24 * HOUR;
    const attempt = { at: '', status: 410 };
    for (const more of [{ attempt }, { failingSince: NOW - days }])
      expect(tried(0, 0, { ...more, isElsewhere: true })).toEqual({
        status: 'pending',
        nextAttemptAt: NOW + 5 * SECOND,
      });
    const last = { failingSince: NOW - days, isElsewhere: true };
    expect(tried(WAITS.length, 0, last)).toEqual({ status: 'pending', nextAttemptAt: NOW + 5 * SECOND });
    expect(tried(WAITS.length, 0)).toEqual({ status: 'failed' });
    expect(tried(0, 0, { failingSince: NOW - days })).toEqual({
      status: 'failed',
      disabling: { reason: 'no request succeeded for 5 days', failingSince: NOW - days },
    });
  });

  it.each(WAITS.map((wait, tries) => [tries + 1, wait] as const))(
    'number %i is followed after %i ms, or a fifth less',
    (number, wait) => {
      expect(tried(number - 1, 0)).toEqual({ status: 'pending', nextAttemptAt: NOW + wait });
      expect(tried(number - 1, 0.5)).toEqual({ status: 'pending', nextAttemptAt: NOW + wait * 0.9 });
    },
  );

  it('after the last wait is the last', () => expect(tried(9, 0)).toEqual({ status: 'failed' }));

  it('without an answer is one too', () => {
    expect(tried(0, 0, { attempt: { at: '', error: 'timeout' } })).toMatchObject({ status: 'pending' });
    for (const status of [199, 300, 304, 400, 404])
      expect(tried(0, 0, { attempt: { at: '', status } })).toMatchObject({ status: 'pending' });
    for (const status of [200, 204, 299])
      expect(tried(0, 0, { attempt: { at: '', status } })).toEqual({ status: 'delivered' });
  });
});

it.each([429, 503])('Retry-After of a %i is waited for, where it is longer', (status) => {
  const asking = (retryAfter: string) => tried(0, 0, { attempt: { at: '', status }, retryAfter });
  expect(asking('120')).toEqual({ status: 'pending', nextAttemptAt: NOW + 120 * SECOND });
  expect(asking('1')).toEqual({ status: 'pending', nextAttemptAt: NOW + WAITS[0]! });
});

it.each([400, 500, 502])('Retry-After of a %i is not waited for', (status) => {
  const outcome = tried(0, 0, { attempt: { at: '', status }, retryAfter: '120' });
  expect(outcome).toEqual({ status: 'pending', nextAttemptAt: NOW + WAITS[0]! });
});

it('probes wait as tries do, by the failures in a row; what waits behind them by up to a fifth more', () => {
  expect([10, 11, 12, 18, 19, 500].map((failures) => probeWait(failures))).toEqual([
    WAITS[0],
    WAITS[1],
    WAITS[2],
    WAITS[8],
    WAITS[8],
    WAITS[8],
  ]);
  expect(afterProbe(NOW, 12, 0)).toBe(NOW);
  expect(afterProbe(NOW, 12, 0.5)).toBe(NOW + 0.1 * WAITS[1]!);
});

it.each([
  ['120', 120 * SECOND],
  [' 120 ', 120 * SECOND],
  ['99999999999', 24 * HOUR],
  ['9'.repeat(400), 24 * HOUR],
  ['-5', 0],
  [new Date(NOW + HOUR).toUTCString(), HOUR],
  [new Date(NOW - HOUR).toUTCString(), 0],
  ['86401', 24 * HOUR],
  ['', 0],
])('Retry-After %j asks for %i ms', (text, wait) => expect(retryAfterOf(text, NOW)).toBe(wait));
