/** The event of a mapping that was made or changed (docs/decisions.md: events). It has no property. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { EventsOf } from '../dynamodb/stream/change.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { INTEGRATION, integrationFrom } from './repository/integration.ts';

const contentOf = (image: object | undefined) => {
  if (!image) return undefined;
  const { active, integrationProperties } = integrationFrom(image as Item);
  return { active, integrationProperties };
};

export const integrationEvents: EventsOf = ({ oldImage, newImage }) => {
  if (newImage?.type !== INTEGRATION) return [];
  if (isDeepStrictEqual(contentOf(oldImage), contentOf(newImage))) return [];
  const { businessNumber, accountNumber, integrationGroupId, active } = integrationFrom(newImage as Item);
  return [
    {
      type: 'INTEGRATION_UPDATED',
      partnerId: String(newImage.partnerId),
      accountNumber,
      businessIds: [businessNumber],
      data: { businessId: businessNumber, accountNumber, integrationGroupId, active },
    },
  ];
};
