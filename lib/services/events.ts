/** The events of changes of services, and of their mappings to categories of locations. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { EventsOf } from '../dynamodb/stream/change.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { SERVICE_MAPPING } from './repository/mapping.ts';
import { SERVICE, serviceFrom } from './repository/service.ts';

/** What a service is, whenever it was changed last: a data file may keep that time. */
const contentOf = (image: object | undefined) => {
  if (!image) return undefined;
  const { item: _, updatedOn: __, ...content } = serviceFrom(image as Item);
  return content;
};

export const serviceEvents: EventsOf = ({ oldImage, newImage }) => {
  const item = newImage ?? oldImage;
  if (item?.type !== SERVICE || isDeepStrictEqual(contentOf(oldImage), contentOf(newImage))) return [];
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
