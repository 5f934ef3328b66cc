/** Marks of writes, by the clock of one process. */
import { afterEach, describe, expect, it } from 'vitest';
import { marksOf, nextMark } from '../../../lib/dynamodb/marks.ts';
import { sources } from '../../../lib/dynamodb/sources.ts';

const { now } = sources;
const { highest } = sources.marks;
afterEach(() => {
  sources.now = now;
  sources.marks.highest = highest;
});

describe('Marks that a process makes', () => {
  it('rise, whatever the clock says', () => {
    const times = [5000, 5000, 4000, 6000, 1, 6001].map((each) => 1_700_000_000_000 + each);
    const made = times.map((time) => {
      sources.now = () => time;
      return nextMark();
    });
    expect(new Set(made).size).toBe(made.length);
    expect(made.toSorted()).toEqual(made);
  });

  it('are higher than each that it has seen', () => {
    const seen = '1900000000000-ffffffffffffffff';
    expect(marksOf({ p0: seen, p1: '' })).toEqual([seen]);
    expect(nextMark() > seen).toBe(true);
  });
});
