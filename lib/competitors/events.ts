/** Events of competitors and of links to reviews (docs/decisions.md: events). Pure. */
import { reviewSourceOf } from '../catalog/review-sources.ts';
import type { EventsOf, ModuleEvent } from '../dynamodb/stream/change.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { BRAND, COMPETITOR } from './repository/competitor.ts';
import { LINK, LINK_TOMBSTONE, SOURCE, SOURCE_TOMBSTONE } from './repository/link.ts';
import { COMPETITOR_TOMBSTONE } from './repository/tombstone.ts';

/** A brand, or a location; one without a brand is shown as a brand of its own number. */
const competitorEvent = (type: string, item: Item): ModuleEvent => {
  const accountNumber = Number(item.accountNumber);
  const { competitorId, compAccountId = null, businessNumbers = [] } = item;
  return {
    type,
    partnerId: String(item.partnerId),
    accountNumber,
    businessIds: businessNumbers as readonly number[],
    data: { competitorId: Number(competitorId ?? compAccountId), compAccountId, accountNumber },
  };
};

/** A competitor was added; one was removed, which leaves a tombstone. One that goes with its account leaves none. */
export const competitorEvents: EventsOf = ({ oldImage, newImage }) => {
  const item = newImage as Item | undefined;
  if (!item || oldImage) return [];
  if (item.type === COMPETITOR_TOMBSTONE) return [competitorEvent('COMPETITOR_REMOVED', item)];
  if (item.type !== COMPETITOR && item.type !== BRAND) return [];
  return [competitorEvent('COMPETITOR_ADDED', item)];
};

const TYPES: Readonly<Record<string, string>> = {
  [LINK]: 'AGGREGATION_LINK_ADDED',
  [LINK_TOMBSTONE]: 'AGGREGATION_LINK_REMOVED',
  [SOURCE]: 'REVIEW_SOURCE_ADDED',
  [SOURCE_TOMBSTONE]: 'REVIEW_SOURCE_REMOVED',
};

/** A link was added, or removed, which leaves a tombstone in its place. What goes with a deleted record leaves none. */
export const linkEvents: EventsOf = ({ oldImage, newImage }) => {
  const type = newImage && TYPES[String(newImage.type)];
  if (!type || oldImage?.type === newImage.type) return [];
  const { id, partnerId, compAccountId, businessNumber, sourceId, accountNumber } = newImage;
  if (typeof accountNumber !== 'number') throw new TypeError('a link says no account');
  const businessId = Number(businessNumber);
  const sourceAlias = reviewSourceOf(Number(sourceId))?.alias ?? '';
  return [
    {
      type,
      partnerId: String(partnerId),
      accountNumber,
      businessIds: [businessId],
      data:
        compAccountId === undefined
          ? { id: Number(id), businessId, accountNumber, sourceAlias }
          : { id: Number(id), compAccountId: Number(compAccountId), businessId, sourceAlias },
    },
  ];
};
