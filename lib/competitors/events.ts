/** Events of competitors: a review link was added (docs/decisions.md: events). Pure. */
import { reviewSourceOf } from '../catalog/review-sources.ts';
import type { EventsOf } from '../contract/event.ts';

export const competitorEvents: EventsOf = ({ oldImage, newImage }) => {
  if (newImage?.type !== 'aggregationLink' || oldImage) return [];
  const { id, partnerId, compAccountId, businessNumber, sourceId, accountNumber } = newImage;
  if (typeof accountNumber !== 'number') throw new TypeError('a link says no account');
  return [
    {
      type: 'AGGREGATION_LINK_ADDED',
      partnerId: String(partnerId),
      accountNumber,
      businessIds: [Number(businessNumber)],
      data: {
        id: Number(id),
        compAccountId: Number(compAccountId),
        businessId: Number(businessNumber),
        sourceAlias: reviewSourceOf(Number(sourceId))?.alias ?? '',
      },
    },
  ];
};
