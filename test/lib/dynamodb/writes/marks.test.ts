/** Marks of writes, by the clock of one process. */
import { afterEach, describe, expect, it } from 'vitest';
import { clock } from '../../../../lib/dynamodb/client/clock.ts';
import { markAbove, marksOf, nextMark } from '../../../../lib/dynamodb/writes/marks.ts';

const { now } = clock;
const { highest } = clock.marks;
afterEach(() => {
  clock.now = now;
  clock.marks.highest = highest;
});

describe('Marks that a process makes', () => {
  it('rise, whatever the clock says', () => {
    const times = [5000, 5000, 4000, 6000, 1, 6001].map((each) => 1_700_000_000_000 + each);
    const made = times.map((time) => {
      clock.now = () => time;
      return nextMark();
    });
    expect(new Set(made).size).toBe(made.length);
    expect(made.toSorted()).toEqual(made);
  });

  it('are higher than each that it has seen', () => {
    const seen = '1900000000000-ffffffffffffffff';
    expect(marksOf({ p0: seen, p1: '' })).toEqual([seen]);
    expect(markAbove(undefined, { p0: seen }) > seen).toBe(true);
    expect(nextMark() > seen).toBe(true);
  });
});
