import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysAnywhere, oneYearAfter, parseDate, todayIn } from '../../../../lib/business/rules/dates.ts';
import { timeZoneOf } from '../../../../lib/business/rules/time-zones.ts';

const moment = fc.date({ min: new Date('0001-01-01'), max: new Date('9998-12-31'), noInvalidDate: true });
const day = moment.map((date) => date.toISOString().slice(0, 10));
const now = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }).map(Number);
const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));

/** An ISO day as the spec writes it. */
const written = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`;

describe('dates', () => {
  it('read as the day that was written', () => {
    fc.assert(
      fc.property(day, (iso) => {
        expect(parseDate(written(iso))).toBe(iso);
      }),
    );
  });

  it('are nothing but real days, MM/DD/YYYY', () => {
    const part = (most: number, width: number) => fc.nat(most).map((number) => String(number).padStart(width, '0'));
    fc.assert(
      fc.property(part(15, 2), part(40, 2), part(9999, 4), (month, date, year) => {
        const parsed = parseDate(`${month}/${date}/${year}`);
        const real = new Date(0);
        real.setUTCFullYear(Number(year), Number(month) - 1, Number(date));
        const isReal =
          Number(year) > 0 && real.getUTCMonth() === Number(month) - 1 && real.getUTCDate() === Number(date);
        expect(parsed).toBe(isReal ? `${year}-${month}-${date}` : undefined);
      }),
    );
    fc.assert(
      fc.property(fc.anything(), (value) => {
        fc.pre(!(typeof value === 'string' && /^\d\d\/\d\d\/\d{4}$/.test(value)));
        expect(parseDate(value)).toBeUndefined();
      }),
    );
  });

  it('a year ahead are the same day, or 28 February, and never go backwards', () => {
    fc.assert(
      fc.property(day, day, (a, b) => {
        const [earlier, later] = [a, b].sort() as [string, string];
        expect(oneYearAfter(earlier) <= oneYearAfter(later)).toBe(true);
        expect(oneYearAfter(a).slice(5)).toBe(a.endsWith('-02-29') ? '02-28' : a.slice(5));
        expect(Number(oneYearAfter(a).slice(0, 4))).toBe(Number(a.slice(0, 4)) + 1);
        expect(parseDate(written(oneYearAfter(a)))).toBe(oneYearAfter(a));
      }),
    );
  });

  it('of today lie between the first and the last day that it is anywhere', () => {
    fc.assert(
      fc.property(zone, now, (timezone, time) => {
        const today = todayIn(timezone, time);
        const [first, last] = daysAnywhere(time);
        expect(first <= today && today <= last).toBe(true);
        expect(parseDate(written(today))).toBe(today);
      }),
    );
  });

  it('of today are those of UTC where the time zone is unknown', () => {
    const unknown = fc
      .oneof(fc.string(), fc.constantFrom(undefined, null, 7, 'Mars/Olympus'))
      .filter((value) => !value || timeZoneOf(String(value)) === undefined);
    fc.assert(
      fc.property(unknown, now, (timezone, time) => {
        expect(todayIn(timezone, time)).toBe(new Date(time).toISOString().slice(0, 10));
      }),
    );
  });
});
