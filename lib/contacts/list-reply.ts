/** Lists of contacts as the operations answer them (docs/decisions.md: lists of contacts). Pure. */
import { type CustomField, customFieldReply } from './reply.ts';
import type { Activity, ActivityKind } from './repository/activity.ts';
import type { Contact } from './repository/contact.ts';
import type { ContactRow } from './repository/contact-rows.ts';
import { createdAtOf } from './repository/contact-times.ts';
import { CONTACT_TYPES, SOURCE_KINDS } from './repository/kinds.ts';
import type { OutContact } from './repository/opt-outs.ts';
import { activityDate, activityWithTime } from './rules/days.ts';

export const pageReply = (page: number, size: number, totalCount: number) => ({
  page,
  size,
  totalPages: Math.ceil(totalCount / size),
  totalCount,
});

/** Nothing of a contact that was deleted since it was listed. */
export const listedReply = (row: ContactRow | undefined) =>
  row
    ? [
        {
          customerId: row.id,
          name: row.name,
          email: row.email,
          phone: row.phone,
          lastActivityWithTime: activityWithTime(row.lastActivityAt),
        },
      ]
    : [];

const isoTime = (at: number): string => (at === 0 ? '' : new Date(at).toISOString());

/** @param shown - what else the response has */
export const detailsReply = (
  contact: Contact | undefined,
  shown: { readonly tags: boolean; readonly customFields: boolean },
) => {
  if (!contact) return [];
  const { id, mappings = [], tags = [], customFields = [] } = contact;
  const text = (field: string) => String(contact[field] ?? '');
  return [
    {
      id,
      firstName: text('firstName'),
      lastName: text('lastName'),
      email: text('email'),
      phone: text('phone'),
      created: isoTime(createdAtOf(contact)),
      contactType: contact.contactType ?? CONTACT_TYPES[0],
      source: contact.sourceKind ?? SOURCE_KINDS[0],
      mappings: mappings.flatMap(({ businessNumber, cid }) =>
        businessNumber === undefined ? [] : [{ businessId: businessNumber, customerId: cid }],
      ),
      ...(shown.tags && { tags }),
      ...(shown.customFields && { customFields: (customFields as readonly CustomField[]).map(customFieldReply) }),
    },
  ];
};

export const optedOutReply = ({ id, firstName, lastName, email, phone }: OutContact) => ({
  id,
  firstName: String(firstName ?? ''),
  lastName: String(lastName ?? ''),
  emailId: String(email ?? ''),
  phone: String(phone ?? ''),
});

const ACTIONS: Readonly<Record<ActivityKind, string>> = {
  created: 'Created',
  updated: 'Updated',
  checkin: 'Checked in',
  'opted-out': 'Opted out',
  'opted-in': 'Opted in',
  blocked: 'Blocked',
  unblocked: 'Unblocked',
  survey: 'Answered a survey',
  ticket: 'Ticket created',
  conversation: 'Conversation started',
  requested: 'Asked for a review or answers',
};

/** What one write came to, the latest first. */
export const activityReply = ({ at, kinds }: Activity & { readonly at: number }) =>
  kinds.toReversed().map((type) => ({
    type,
    activityDate: activityDate(at),
    action: ACTIONS[type],
    activityTimestamp: at,
  }));
