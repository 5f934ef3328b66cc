/** Builds the response of menu details from a stored menu (docs/decisions.md: menu details). Pure. */

import { timeOf } from '../contract/times.ts';
import type { Menu } from './repository/menu.ts';

/** Formats a date as ISO 8601 in UTC with milliseconds; other text stays unchanged. */
const timestamp = (text: string): string => {
  const time = timeOf(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString();
};

export const menuReply = ({ businessNumber, accountNumber, record }: Menu) => {
  const { id, menuDetails, createdAt = '', updatedAt = '', crmName = '' } = record;
  // Sets the field order; the record's values replace these.
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
