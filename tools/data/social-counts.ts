/** Counts of posts, as far as a recount differs from that of reviews: a post expires, and stays counted. Pure. */
import type { Contribution, Sums } from '../../lib/dynamodb/stream/change.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import type { Key } from '../../lib/dynamodb/table/keys.ts';
import { KEPT_MILLISECONDS } from '../../lib/social/repository/post.ts';

/** `S#D#<day>` and `S#M#<month>`, of an account with its part behind. */
const SOCIAL = /^S#[DM]#(\d{4}-\d{2}(?:-\d{2})?)/;
/** A post is kept from the time for which it was scheduled; it is counted on the day on which it was published. */
const MARGIN_MILLISECONDS = 35 * 24 * 3600 * 1000;

export const seriesOf = ({ sk }: Key): Contribution['series'] => (SOCIAL.test(sk) ? 'social' : undefined);

/** Says of which counts all records still exist: a recount of older posts would miss those that have expired. */
export const countable =
  (now: number) =>
  ({ sk }: Key): boolean => {
    const [, span] = SOCIAL.exec(sk) ?? [];
    return span === undefined || Date.parse(span) > now - KEPT_MILLISECONDS + MARGIN_MILLISECONDS;
  };

/** The sums of an item that counts posts. They begin with the name of a site. */
export const socialSumsIn = (item: Item): Sums =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) =>
      (name === 'n' || /_[pie]$/.test(name)) && Number(value) !== 0 ? [[name, Number(value)]] : [],
    ),
  );
