/** Where the items of counts lie in their partition, by what they count and when. Pure. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { PAST, type Span } from '../rules/periods.ts';

/** The sort key of what there is in all. */
export const TOTAL = 'TOTAL';

/** What items count: how good it is, what is said, or how often it is seen on the sites. */
export type Kind = 'figures' | 'terms' | 'insights';

/** The days of insights are the records themselves. */
const PREFIXES = {
  figures: { day: 'D#', month: 'M#' },
  terms: { day: 'T#', month: 'U#' },
  insights: { day: '', month: 'J#' },
} as const;

/** The sort keys of a span, both ends included. */
export const rangeOf = ({ of, from = '', to = '' }: Span, kind: Kind): readonly [string, string] => {
  if (of === 'all') return [TOTAL, TOTAL];
  const prefix = PREFIXES[kind][of];
  // Some sort keys go on with a source.
  return [`${prefix}${from}`, `${prefix}${to}${PAST}`];
};

/** The first day that an item counts; no day for a total. */
export const firstDayOf = ({ sk }: Item): string => {
  const [first = '', day = first] = String(sk).split('#');
  return day.length === 7 ? `${day}-01` : day;
};
