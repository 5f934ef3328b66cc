/** Days that lists are asked for by: MM/DD/YYYY (1523), one that exists (1524). */
import * as errors from './error-rows.ts';

/** There is no year 0000. */
const year = '(?:[0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)';
const fours = '(?:0[48]|[2468][048]|[13579][26])';
const leapYear = `(?:[0-9]{2}${fours}|${fours}00)`;
const daysOfMonths =
  '(?:0[13578]|1[02])/(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)/(?:0[1-9]|[12][0-9]|30)|02/(?:0[1-9]|1[0-9]|2[0-8])';

/** A day that exists. */
export const realDay = `(?:(?:${daysOfMonths})/${year}|02/29/${leapYear})`;

/** Of a form, and real: what has another form breaks that rule alone. */
const formed = (form: string, real: string) =>
  ({
    type: 'string',
    'x-errors': { type: errors.dateInvalid },
    allOf: [
      { pattern: `^${form}$`, 'x-errors': { pattern: errors.dateInvalid } },
      { pattern: `^(?:${real}$|(?!${form}$))`, 'x-errors': { pattern: errors.dateUnknown } },
    ],
  }) as const;

const dayForm = '[0-9]{2}/[0-9]{2}/[0-9]{4}';

export const day = formed(dayForm, realDay);

/** One that is left out or blank is malformed. */
export const neededDay = { ...day, 'x-blank': 'judge', 'x-missing': '' } as const;

const timeOfDay = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]';

/** A moment to the second: `MM/DD/YYYY HH:mm:ss`. */
export const moment = formed(`${dayForm} ${timeOfDay}`, `${realDay} ${timeOfDay}`);
