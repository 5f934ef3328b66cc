/** Points in time of a contact: those that are stored, and of older data what follows from the day of its creation. Pure. */
import { timeOf } from '../../contract/times.ts';

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const IN_ENGLISH = /^([A-Z][a-z]+) ([0-9]{1,2}), ([0-9]{4})$/;

/** The epoch milliseconds of a date in any form that a data file may have it in, `January 12, 2021` among them; else `NaN`. */
const timeOfDate = (text: string): number => {
  const [, month = '', day = '', year = ''] = IN_ENGLISH.exec(text) ?? [];
  const number = MONTHS.indexOf(month as (typeof MONTHS)[number]) + 1;
  return number === 0 ? timeOf(text) : timeOf(`${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`);
};

type Dated = Readonly<Record<string, unknown>>;

const known = (time: number, otherwise: number): number => (Number.isNaN(time) ? otherwise : time);

/** Epoch milliseconds; 0 where nothing is known. */
export const createdAtOf = ({ createdAt, created }: Dated): number =>
  known(timeOf(String(createdAt)), known(timeOfDate(String(created)), 0));

/** Epoch milliseconds. The last activity of a contact without any is its creation. */
export const lastActivityOf = (contact: Dated): number =>
  known(timeOf(String(contact.lastActivityAt)), createdAtOf(contact));
