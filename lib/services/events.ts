/** The events of changes of services, and of their mappings to categories of locations. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { EventsOf } from '../dynamodb/stream/change.ts';
import { SERVICE_MAPPING } from './repository/mapping.ts';
import { SERVICE } from './repository/service.ts';

export const serviceEvents: EventsOf = ({ oldImage, newImage }) => {
  const item = newImage ?? oldImage;
  if (item?.type !== SERVICE || (oldImage && oldImage.updatedOn === newImage?.updatedOn)) return [];
  const accountNumber = Number(item.accountNumber);
  return [
    {
      type: 'SERVICE_CHANGED',
      partnerId: String(item.partnerId),
      accountNumber,
      businessIds: [],
      data: {
        serviceId: String(item.serviceId),
        accountNumber,
        change: oldImage ? (newImage ? 'updated' : 'deleted') : 'created',
      },
    },
  ];
};

/** The removal of a location with its mapping sends no such event. */
export const mappingEvents: EventsOf = ({ oldImage, newImage }) => {
  if (newImage?.type !== SERVICE_MAPPING || isDeepStrictEqual(oldImage?.mapping, newImage.mapping)) return [];
  const [businessId, accountNumber] = [Number(newImage.businessNumber), Number(newImage.accountNumber)];
  return [
    {
      type: 'SERVICE_MAPPING_CHANGED',
      partnerId: String(newImage.partnerId),
      accountNumber,
      businessIds: [businessId],
      data: { businessId, accountNumber },
    },
  ];
};
