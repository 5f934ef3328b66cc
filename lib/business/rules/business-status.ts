/** The business status and its dates (spec section 3; decisions: update business). Pure. */
import { type ErrorEntry, errors, invalid } from '../../contract/errors.ts';
import { type Day, oneYearAfter, parseDate } from './dates.ts';
import type { Facts, Rule } from './facts.ts';

const DATES = ['reopenDate', 'openedOnDate', 'openingSoonDate'] as const;

/** The date by which an Opening Soon business opens: `reopenDate` stands in where no `openingSoonDate` is sent. */
const openingPath = (facts: Facts): 'openingSoonDate' | 'reopenDate' =>
  facts.sent('openingSoonDate') === undefined && facts.sent('reopenDate') !== undefined
    ? 'reopenDate'
    : 'openingSoonDate';

/** 2518 (section 3, 1): a date needs a status beside it. */
const statusBesideDates = (facts: Facts): ErrorEntry | undefined =>
  facts.sent('businessStatus') === undefined && DATES.some((path) => facts.sent(path) !== undefined)
    ? errors.statusMissing
    : undefined;

/** 2511 (section 3, 5): a fixed listing keeps its status. */
const fixedStatus = (facts: Facts): ErrorEntry | undefined =>
  facts.mentions('businessStatus') &&
  facts.listingFixed &&
  facts.sent('businessStatus') !== facts.stored('businessStatus')
    ? errors.statusFixed
    : undefined;

/** 2515, and 2162 (section 3, 3): a reopen date that is due, real, and not in the past. */
const reopenDate = (facts: Facts): ErrorEntry | undefined => {
  const status = facts.sent('businessStatus');
  const sent = facts.sent('reopenDate');
  if (sent === undefined) {
    return status === 'Temporarily Closed'
      ? invalid('reopenDate', 'is required when the business is Temporarily Closed')
      : undefined;
  }
  const day = parseDate(sent);
  if (day === undefined || status === 'Permanently Closed') return errors.reopenDateNotSupported;
  if (status === 'Opening Soon' && openingPath(facts) === 'reopenDate') return undefined;
  return facts.onToday((today) => (day < today ? errors.reopenDateInPast : undefined));
};

/** 2520, and 2513 (section 3, 4): an opened-on date belongs to an open business and is not in the future. */
const openedOnDate = (facts: Facts): ErrorEntry | undefined => {
  const sent = facts.sent('openedOnDate');
  if (sent === undefined) return undefined;
  const day = parseDate(sent);
  if (day === undefined) return errors.reopenDateNotSupported;
  if (facts.sent('businessStatus') !== 'Open') return errors.openDateNotSupported;
  return facts.onToday((today) => (day > today ? errors.openedOnInFuture : undefined));
};

const withinAYear = (day: Day, today: Day): ErrorEntry | undefined => {
  if (day < today) return errors.openingDateInPast;
  return day > oneYearAfter(today) ? errors.openingDateTooFar : undefined;
};

/** 2514, 2516, 2517, 2520 (section 3, 2 and 3): an opening-soon date is due, real, and within a year from today. */
const openingSoonDate = (facts: Facts): ErrorEntry | undefined => {
  const opensSoon = facts.sent('businessStatus') === 'Opening Soon';
  const sent = facts.sent(opensSoon ? openingPath(facts) : 'openingSoonDate');
  if (sent === undefined) return opensSoon ? errors.openingDateMissing : undefined;
  const day = parseDate(sent);
  if (day === undefined) return errors.reopenDateNotSupported;
  if (!opensSoon) return errors.openDateNotSupported;
  return facts.onToday((today) => withinAYear(day, today));
};

/** The opening-soon date that stands in a record, wherever it came from. */
const openingDateIn = (value: (path: string) => unknown): unknown =>
  value('openingSoonDate') ?? (value('businessStatus') === 'Opening Soon' ? value('reopenDate') : undefined);

/** 2512 (section 3, 5): a fixed listing keeps its opening-soon date, be it that another is sent or that it is cleared. */
const fixedOpeningDate = (facts: Facts): ErrorEntry | undefined => {
  if (!facts.listingFixed) return undefined;
  const sent = facts.sent('businessStatus') === 'Opening Soon' ? facts.sent(openingPath(facts)) : undefined;
  return (sent ?? openingDateIn(facts.effective)) === openingDateIn(facts.stored) ? undefined : errors.openingDateFixed;
};

/** The fields through which a request may touch what a fixed listing keeps. */
export const fixedPaths: readonly string[] = ['businessStatus', 'openingSoonDate', 'reopenDate'];

export const statusRules: readonly Rule[] = [
  { path: 'businessStatus', check: statusBesideDates },
  { path: 'businessStatus', check: fixedStatus },
  { path: 'reopenDate', check: reopenDate },
  { path: 'openedOnDate', check: openedOnDate },
  { path: 'openingSoonDate', check: openingSoonDate },
  { path: 'openingSoonDate', check: fixedOpeningDate },
];
