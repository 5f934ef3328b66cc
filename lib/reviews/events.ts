/** Events of reviews: one came in, was changed, was deleted (docs/decisions.md: events). Nothing of who wrote it. Pure. */
import { changedPaths } from '../contract/changed-paths.ts';
import type { EventsOf, ModuleEvent } from '../dynamodb/stream/change.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { REVIEW, reviewFrom } from './repository/review.ts';

/** What follows from other fields. */
const DERIVED: ReadonlySet<string> = new Set(['sentiment', 'terms', 'analyzer', 'answered']);

/** Its fields, by the names that get reviews has for them. */
const fieldsOf = (item: Item): Readonly<Record<string, unknown>> => {
  const { businessNumber: _, accountNumber: __, reviewId: ___, sourceAlias, ...fields } = reviewFrom(item);
  return { ...fields, sourceType: sourceAlias };
};

export const reviewEvents: EventsOf = ({ oldImage, newImage }) => {
  const item = newImage ?? oldImage;
  if (item?.type !== REVIEW) return [];
  const { reviewId, businessNumber, accountNumber, sourceAlias, rating } = reviewFrom(item);
  const event = (type: string, more: object = {}): ModuleEvent => ({
    type,
    partnerId: String(item.partnerId),
    accountNumber,
    businessIds: [businessNumber],
    data: { reviewId, businessId: businessNumber, accountNumber, sourceAlias, rating, ...more },
  });
  if (!newImage) return [event('REVIEW_DELETED')];
  if (!oldImage) return [event('REVIEW_CREATED')];
  const changed = changedPaths(fieldsOf(oldImage), fieldsOf(newImage), DERIVED);
  return changed.length === 0 ? [] : [event('REVIEW_UPDATED', { changed })];
};
