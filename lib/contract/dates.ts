/** Schemas of dates that filter lists: MM/DD/YYYY (1523), existing in the calendar (1524). */
import type { ErrorEntry } from './error-entry.ts';
import * as errors from './error-rows.ts';

/** There is no year 0000. */
const year = '(?:[0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)';
const fours = '(?:0[48]|[2468][048]|[13579][26])';
const leapYear = `(?:[0-9]{2}${fours}|${fours}00)`;
const daysOfMonths =
  '(?:0[13578]|1[02])/(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)/(?:0[1-9]|[12][0-9]|30)|02/(?:0[1-9]|1[0-9]|2[0-8])';

/** A date that exists in the calendar. */
export const realDay = `(?:(?:${daysOfMonths})/${year}|02/29/${leapYear})`;

/** A schema for a format and for existing dates. A value in another format breaks the format rule alone. */
const formed = <E extends ErrorEntry = typeof errors.dateInvalid>(
  form: string,
  real: string,
  malformed: E = errors.dateInvalid as unknown as E,
) =>
  ({
    type: 'string',
    'x-errors': { type: malformed },
    allOf: [
      { pattern: `^${form}$`, 'x-errors': { pattern: malformed } },
      { pattern: `^(?:${real}$|(?!${form}$))`, 'x-errors': { pattern: errors.dateUnknown } },
    ],
  }) as const;

const dayForm = '[0-9]{2}/[0-9]{2}/[0-9]{4}';

export const day = formed(dayForm, realDay);

/** A day as YYYY-MM-DD, with its own error for another format. */
export const isoDayOr = <E extends ErrorEntry>(malformed: E) =>
  formed(
    '[0-9]{4}-[0-9]{2}-[0-9]{2}',
    `(?:${year}-(?:${daysOfMonths.replaceAll('/', '-')})|${leapYear}-02-29)`,
    malformed,
  );

/** An existing date; one error for a wrong format and for a date that does not exist. */
export const dayOr = <E extends ErrorEntry>(error: E) =>
  ({
    type: 'string',
    pattern: `^${realDay}$`,
    'x-errors': { type: error, pattern: error },
  }) as const;

/** A date for which missing or blank counts as malformed. */
export const neededDay = { ...day, 'x-blank': 'check', 'x-missing': '' } as const;

const timeOfDay = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]';

/** A date and time to the second: `MM/DD/YYYY HH:mm:ss`. */
export const moment = formed(`${dayForm} ${timeOfDay}`, `${realDay} ${timeOfDay}`);
