/** A stored menu as menu details answers it (spec 2.4). Pure. */
import type { Menu } from '../store/menus.ts';

/** ISO 8601 in UTC with milliseconds; what is no date stays as it is. */
const timestamp = (text: string): string => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString();
};

export const menuReply = ({ businessNumber, accountNumber, record }: Menu) => {
  const { id, menuDetails, createdAt = '', updatedAt = '', crmName = '' } = record;
  return {
    id,
    businessNumber,
    accountNumber,
    menuDetails: { name: '', error: null, correlationId: '', ...menuDetails, businessNumber },
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
    crmName,
  };
};
