/** The events of posts at their locations, and of channels. Pure. */
import type { EventsOf } from '../dynamodb/stream/change.ts';

const PUBLISHED = 'SOCIAL_POST_PUBLISHED';

/** By the status that a location came to. */
const TYPES: Readonly<Record<string, string>> = {
  POST_SUCCEEDED: PUBLISHED,
  POST_FAILED: 'SOCIAL_POST_FAILED',
  REJECTED_BY_APPROVER: 'SOCIAL_POST_REJECTED',
};

/** A location of a post came to an end, or was done late. */
export const postEvents: EventsOf = ({ oldImage, newImage }) => {
  const type = TYPES[String(newImage?.status)];
  if (!newImage || type === undefined || oldImage?.status === newImage.status) return [];
  const { partnerId, accountNumber, businessNumber: businessId, trackingId, socialSite, siteUrl = null } = newImage;
  const data = { trackingId, businessId, accountNumber, socialSite };
  return [
    {
      type,
      partnerId: String(partnerId),
      accountNumber: Number(accountNumber),
      businessIds: [Number(businessId)],
      data: type === PUBLISHED ? { ...data, socialSitePostUrl: siteUrl } : data,
    },
  ];
};

/** A channel that was connected is not any more. */
export const channelEvents: EventsOf = ({ oldImage, newImage }) => {
  if (oldImage?.status !== 'connected' || newImage?.status !== 'disconnected') return [];
  const { partnerId, accountNumber, businessNumber: businessId, socialSite } = newImage;
  return [
    {
      type: 'SOCIAL_CHANNEL_DISCONNECTED',
      partnerId: String(partnerId),
      accountNumber: Number(accountNumber),
      businessIds: [Number(businessId)],
      data: { businessId, accountNumber, socialSite },
    },
  ];
};
