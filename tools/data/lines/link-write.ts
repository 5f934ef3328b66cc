/** Writes the line of a link to reviews, in place of what is left of one that was removed. */

import { findReviewSource } from '../../../lib/catalog/review-sources.ts';
import { isLink, type LinkPlace, linkItem } from '../../../lib/competitors/repository/link.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import { ifUnchanged, keyOf } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { markAbove, oneWriteLater } from '../../../lib/dynamodb/writes/marks.ts';
import { landed, noteNew } from '../sent-writes.ts';
import { asLoaded, IF_NEW } from '../upsert.ts';
import { type LoadContext, type Refused, refused, type Written } from './line.ts';

const ATTEMPTS = 10;

/** The id of a source; or why there is none. */
export const sourceIn = (sourceAlias: string): { readonly sourceId: number } | Refused =>
  findReviewSource(sourceAlias) ?? refused(`review source ${sourceAlias} does not exist`);

/** A link never changes: one that is there is unchanged. */
export const writeLink = async (
  context: LoadContext,
  place: LinkPlace,
  link: { readonly sourceId: number; readonly url: string },
): Promise<Written> => {
  const { table, dryRun } = context;
  const wanted = linkItem(place, link);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await table.get(keyOf(wanted));
    if (found && isLink(found)) return landed(context.sent, found) ?? { outcome: 'unchanged' };
    if (dryRun) return { outcome: 'loaded' };
    const fresh = found ? { ...wanted, ...oneWriteLater(found, markAbove(found)) } : wanted;
    noteNew(context.sent, fresh);
    const condition = found ? ifUnchanged(found) : { ConditionExpression: IF_NEW };
    const outcome = await table.put({ Item: asLoaded(fresh, context), ...condition });
    if (!outcome || outcome.item?.p0 === fresh.p0) return { outcome: 'loaded' };
  }
  throw new StoreUnavailable('other writers keep changing the link');
};
