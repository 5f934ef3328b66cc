/** A stored menu as menu details answers it (docs/decisions.md: menu details). Pure. */

import { timeOf } from '../contract/times.ts';
import type { Menu } from './repository/menu.ts';

/** ISO 8601 in UTC with milliseconds; what is no date stays as it is. */
const timestamp = (text: string): string => {
  const time = timeOf(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString();
};

export const menuReply = ({ businessNumber, accountNumber, record }: Menu) => {
  const { id, menuDetails, createdAt = '', updatedAt = '', crmName = '' } = record;
  // Gives the fields their order; those of the record take their places.
  const fields = { name: '', error: null, menus: [], businessNumber, correlationId: '' };
  return {
    id,
    businessNumber,
    accountNumber,
    menuDetails: { ...fields, ...menuDetails, businessNumber },
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
    crmName,
  };
};
