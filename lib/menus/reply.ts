/** Builds the response of menu details from a stored menu (docs/decisions.md: menu details). Pure. */

import { timeOf } from '../contract/times.ts';
import type { StoredMenu } from './repository/menu.ts';

/** Formats a date as ISO 8601 in UTC with milliseconds. */
const timestamp = (text: string, otherwise: string): string => {
  const time = timeOf(text);
  return Number.isNaN(time) ? otherwise : new Date(time).toISOString();
};

/** A field that a data file may have of any type, as text; `null` if it is none. */
const textOf = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

export const menuReply = ({ businessNumber, accountNumber, record, writtenAt }: StoredMenu) => {
  const { id, menuDetails, createdAt = '', updatedAt = '', crmName = '' } = record;
  // Sets the field order; the record's values replace these.
  const fields = { name: '', error: null, menus: [], businessNumber, correlationId: '' };
  return {
    id,
    businessNumber,
    accountNumber,
    menuDetails: {
      ...fields,
      ...menuDetails,
      error: textOf(menuDetails.error),
      businessNumber,
      correlationId: textOf(menuDetails.correlationId) ?? '',
    },
    createdAt: timestamp(createdAt, writtenAt),
    updatedAt: timestamp(updatedAt, writtenAt),
    crmName,
  };
};
