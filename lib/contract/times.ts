/** Reads times as they appear in operators' data. Pure. */

const ISO_8601 = /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[Tt ]([0-9:.]+)(Z|z|[+-][0-9]{2}:?[0-9]{2})?)?$/;
/** There is no year 0000. */
const MONTH_DAY_YEAR = /^([0-9]{2})\/([0-9]{2})\/(?!0000)([0-9]{4})$/;
export const EPOCH_MILLISECONDS = /^[0-9]{11,14}$/;

/** Whether the date exists: `Date` would read February 31 as a day in March. */
const isRealDay = (day: string): boolean => {
  const time = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
};

/**
 * The epoch milliseconds of an ISO 8601 date or time, of MM/DD/YYYY, or of epoch milliseconds as text; `NaN` for
 * anything else. A time without a zone is in UTC, independent of the machine.
 */
export const timeOf = (text: string): number => {
  if (EPOCH_MILLISECONDS.test(text)) return Number(text);
  const [, day = '', time = '00:00', zone = 'Z'] = ISO_8601.exec(text.replace(MONTH_DAY_YEAR, '$3-$1-$2')) ?? [];
  return isRealDay(day) ? Date.parse(`${day}T${time}${zone.toUpperCase()}`) : Number.NaN;
};

/** The epoch milliseconds at which an existing day, YYYY-MM-DD, begins in UTC; `NaN` for anything else. */
export const isoTimeOfDay = (text: unknown): number =>
  typeof text === 'string' && /^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? timeOf(text) : Number.NaN;

/** The epoch milliseconds at which an existing day, MM/DD/YYYY, begins in UTC; `NaN` for anything else. */
export const timeOfDay = (text: unknown): number =>
  typeof text === 'string' && MONTH_DAY_YEAR.test(text) ? timeOf(text) : Number.NaN;
