/** Export conversations: those of some days, with their messages. */
import { identifier, text, zeroOrOne } from '../../contract/atoms.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { pageSizeError } from '../../contract/page-size.ts';
import { recordNumber } from '../../contract/parameters.ts';
import { exportedConversation } from './shared-schemas.ts';

const MOST = 100;
export const USUAL_SIZE = 25;
export const CONTACT_BY = [['customerId'], ['email'], ['phone']] as const;

/** The errors for more than a request reads. */
export const tooManyConversations: ErrorEntry = {
  ...errors.invalidRequest,
  message: 'There are too many conversations to be listed at once; ask for fewer days with startDate and endDate',
};
export const tooManyMessages: ErrorEntry = {
  ...errors.invalidRequest,
  message: 'The messages of this page are too large to be read at once; ask for a smaller size, or for fewer days',
};

const wrongNumber = {
  type: errors.businessInvalid,
  minimum: errors.businessInvalid,
  maximum: errors.businessInvalid,
} as const;

const ofPage = 'must be a whole number from 0';
const wrongSize = pageSizeError(MOST);

/** Checked by a rule, once the account was found. */
const day = { 'x-read': 'opaque', 'x-limits': text } as const;

const contact = {
  title: 'ExportedContact',
  type: 'object',
  'x-one-of': CONTACT_BY,
  properties: {
    customerId: field(identifier, 'Id of the contact', 41001),
    email: field(text, 'Email; not looked at next to customerId', 'ada.field@mail.example'),
    phone: field(text, 'Phone; not looked at next to customerId or email', '(805) 555-0171'),
  },
} as const;

export const exportConversations = {
  id: 'exportConversations',
  module: 'conversations',
  method: 'POST',
  path: '/v1/messenger/export',
  summary: 'Export conversations',
  tag: 'Conversations',
  description: `Lists the conversations of an account or a location that were active in a period of at most 92 days, with the
messages of that period. A conversation is active from its first message to its last one. The one with the newest message
comes first; those with the same time are sorted by id.

- The list includes a write within a second. Messages are kept for 400 days.
- \`totalMessages\` counts the messages of this page.`,
  request: {
    title: 'ConversationExport',
    type: 'object',
    properties: {
      startDate: field(day, 'First day, MM/DD/YYYY, in UTC; 30 days before the last one by default', '03/01/2026'),
      endDate: field(day, 'Last day, MM/DD/YYYY; today by default', '03/31/2026'),
      offset: field(
        { type: 'integer', minimum: 0, 'x-errors': { type: ofPage, minimum: ofPage } },
        'Index of the first conversation, from 0; 0 by default',
        0,
      ),
      size: field(
        { type: 'integer', minimum: 1, maximum: MOST, 'x-errors': { minimum: wrongSize, maximum: wrongSize } },
        'Conversations per page, 1 to 100; 25 by default',
        USUAL_SIZE,
      ),
      contact: field(contact, 'Only those of this contact; none if it is unknown'),
      excludeCampaignMessages: field(
        zeroOrOne,
        '1 omits messages of campaigns, and conversations that have no others; 0 by default',
        0,
      ),
      businessNumber: field(
        { ...recordNumber, 'x-blank': 'check', 'x-missing': '', 'x-errors': wrongNumber },
        'The number of the account, or of one of its locations',
        700101,
      ),
    },
    required: ['businessNumber'],
  },
  pagedBy: { start: 'offset', size: 'size', counts: 'records', usual: 100, records: 'conversations' },
  reply: {
    title: 'ConversationPage',
    type: 'object',
    required: ['totalConversations', 'totalMessages', 'conversations', 'hasMore'],
    properties: {
      totalConversations: field({ type: 'integer' }, 'Conversations on all pages', 2),
      totalMessages: field({ type: 'integer' }, 'Messages of this page', 5),
      conversations: field({ type: 'array', items: exportedConversation }, 'The page'),
      hasMore: field({ type: 'boolean' }, 'Whether there are more conversations behind the page', false),
    },
  },
  errors: {
    businessInvalid: errors.businessInvalid,
    contactRequired: errors.emailOrPhoneRequired,
    dateInvalid: errors.dateInvalid,
    dateUnknown: errors.dateUnknown,
    endBeforeStart: errors.endBeforeStart,
    windowTooLarge: errors.windowTooLarge,
    pageSizeInvalid: wrongSize,
    pageTooDeep: laterErrors.pageTooDeep,
    tooManyConversations,
    tooManyMessages,
  },
  bodyIdentifiers: ['businessNumber'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
