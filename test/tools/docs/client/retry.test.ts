/** When the client makes another try. */
import { describe, expect, it } from 'vitest';
import { isRetried, retryAfterOf, waitBefore } from '../../../../tools/docs/client/runtime/retry.ts';

describe('The wait', () => {
  it('grows by chance up to a bound, after what Retry-After asks for', () => {
    expect([1, 2, 3, 9].map((failures) => waitBefore(failures, undefined, 1))).toEqual([500, 1000, 2000, 20_000]);
    expect([0, 0.5].map((chance) => waitBefore(2, undefined, chance))).toEqual([0, 500]);
    expect([0, 1].map((chance) => waitBefore(1, 7, chance))).toEqual([7000, 7500]);
  });

  it('is read as a number of seconds or a date', () => {
    const now = Date.UTC(2026, 0, 1);
    const texts = ['3', 'Thu, 01 Jan 2026 00:00:05 GMT', 'Wed, 31 Dec 2025 00:00:00 GMT', 'soon', null];
    expect(texts.map((text) => retryAfterOf(text, now))).toEqual([3, 5, 0, undefined, undefined]);
  });

  it('is for what may succeed later', () => {
    const statuses = [400, 401, 404, 409, 412, 422, 429, 500, 501, 502, 503, 504];
    expect(statuses.filter((status) => isRetried(status, undefined))).toEqual([429, 500, 502, 503, 504]);
    // A conflict of two writes says so; a user who is there already stays there.
    expect(isRetried(409, 1)).toBe(true);
  });
});
