import { expect, it } from 'vitest';
import { shownDate } from '../../../lib/contract/shown-date.ts';

it.each([
  ['2025-02-03T00:00:00.000Z', 'Feb 03, 2025'],
  ['2025-12-31T23:59:59.999Z', 'Dec 31, 2025'],
  ['2026-01-01T00:30:00+01:00', 'Dec 31, 2025'],
  ['', ''],
  ['soon', ''],
])('%s is %s', (text, shown) => {
  expect(shownDate(text)).toBe(shown);
});
