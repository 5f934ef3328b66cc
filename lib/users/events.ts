/** Events of users: that one is to be invited (docs/decisions.md: events). Pure. */
import type { EventsOf } from '../contract/event.ts';
import { isUser, userFrom } from './repository/user.ts';

export const userEvents: EventsOf = ({ oldImage, newImage }) => {
  const item = newImage as Parameters<typeof userFrom>[0] | undefined;
  // Who was there before, and was not removed, has been invited.
  if (!isUser(item) || oldImage?.type === 'user') return [];
  const { partnerId, accountNumber, userId, userRole, access, invited } = userFrom(item);
  if (!invited) return [];
  return [
    {
      type: 'USER_INVITED',
      partnerId,
      accountNumber,
      businessIds: [accountNumber, ...(access === 'all' ? [] : access)],
      data: { userId, businessId: accountNumber, role: userRole },
    },
  ];
};
