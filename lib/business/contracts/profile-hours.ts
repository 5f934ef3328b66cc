/** Opening hours of a profile. */
import { endHour, startHour, text, zeroOrOne } from '../../contract/atoms.ts';
import { field } from '../../contract/field.ts';
import { dateText, MOST_ENTRIES } from './profile-limits.ts';

const start = field(startHour, 'Start, H:MM on a 24-hour clock', '11:00');
const end = field(endHour, 'End, H:MM, up to 24:00; an end before the start is on the next day', '22:00');

const workingHours = field(
  {
    type: 'array',
    maxItems: MOST_ENTRIES,
    'x-blank-rows': { dropWhere: 'isOpen', is: 0 },
    items: {
      title: 'PeriodUpdate',
      type: 'object',
      required: ['startHour', 'endHour'],
      properties: { startHour: start, endHour: end },
    },
  },
  'Periods of the day, each with start and end. A closed day needs none, and blank ones are dropped. An ' +
    'open day without periods is open at unstated hours',
);

export const hoursOfOperations = field(
  {
    type: 'array',
    maxItems: MOST_ENTRIES,
    items: {
      title: 'OpeningHoursUpdate',
      type: 'object',
      required: ['day'],
      properties: {
        day: field({ type: 'integer', minimum: 0, maximum: 6 }, 'Day of the week: 0 = Monday to 6 = Sunday', 0),
        isOpen: field(zeroOrOne, '1 = open, 0 = closed', 1),
        workingHours,
        comment: field(text, 'Free text', 'Kitchen closes at 21:30'),
      },
    },
  },
  'Hours by day of the week. The list replaces the stored one; a blank row returns 400',
);

export const specialHours = field(
  {
    type: 'array',
    maxItems: MOST_ENTRIES,
    items: {
      title: 'SpecialHoursUpdate',
      type: 'object',
      required: ['specialDate'],
      dependentRequired: { startHour: ['endHour'], endHour: ['startHour'] },
      properties: {
        specialDate: field(dateText, 'The day, MM/DD/YYYY', '12/24/2026'),
        startHour: start,
        endHour: end,
        isOpen: field(zeroOrOne, '1 = open, 0 = closed', 1),
      },
    },
  },
  'Hours of special days, such as holidays. A day has both hours or none: an open day without hours is open ' +
    'at unstated hours. The list replaces the stored one',
);
