/** The fields of each event's `data`, and what it is not sent for. Documentation: no function reads it. */
import { text } from '../../../lib/contract/atoms.ts';
import { type EventName, TEST_EVENT } from '../../../lib/subscriptions/events.ts';

export type Node = Readonly<Record<string, unknown>>;

export const described = <S extends object>(schema: S, description: string) => ({ ...schema, description });

export const integer = { type: 'integer', format: 'int64' } as const;
const accountNumber = described(integer, 'Number of the account');
const businessId = described(integer, 'Number of the location');
const customerId = described(integer, 'Id of the contact');
const changed = (of: string) =>
  described(
    { type: 'array', items: text },
    `Names of the changed fields, ${of}: at most 100, two levels deep. New ones may be added`,
  );
export const oneOf = (...values: readonly string[]) => ({ type: 'string', enum: values });
const count = { type: 'integer', minimum: 0 } as const;

const business = {
  businessId: described(integer, 'Number of the location or account'),
  accountNumber: described(integer, 'Number of its account; for an account, its own number'),
  type: described(text, 'Type, as in get business'),
};
const locations = described({ type: 'array', items: integer }, 'Numbers of the locations of the contact, at most 100');
const contact = { customerId, accountNumber, businessIds: locations };
const review = {
  reviewId: described(text, 'Id of the review, unique at its location'),
  businessId,
  accountNumber,
  sourceAlias: described(text, 'Alias of the review source'),
  rating: described({ type: 'number', format: 'double', minimum: 0, maximum: 5 }, 'Current rating, 0 to 5'),
};
const change = (...values: readonly string[]) => described(oneOf(...values), 'Kind of change');
const aggregationLink = {
  id: described(integer, 'Id of the link'),
  compAccountId: described(integer, 'Number of the competitor account'),
  businessId,
  sourceAlias: described(text, 'The review source of the link'),
};
const reviewSource = {
  id: described(integer, 'Id of the review source of the location'),
  businessId,
  accountNumber,
  sourceAlias: described(text, 'The review source in the catalogue'),
};
const competitor = {
  competitorId: described(integer, 'The brand; of a location without a brand its own number'),
  compAccountId: described({ type: ['integer', 'null'], format: 'int64' }, 'The location; `null` for a brand'),
  accountNumber,
};
const ticket = {
  ticketId: described(integer, 'Id of the ticket'),
  businessId,
  accountNumber,
  customerId: { ...customerId, type: ['integer', 'null'], description: 'Id of the contact; null without one' },
};
const conversation = {
  conversationId: described(integer, 'Id of the conversation'),
  customerId,
  businessId,
  accountNumber,
};
const message = {
  ...conversation,
  messageId: described(text, 'Id of the message'),
  channel: described(oneOf('SMS', 'EMAIL', 'LIVE_CHAT'), 'The channel'),
  direction: described(oneOf('SEND', 'RECEIVE'), 'SEND: of the location. RECEIVE: of the contact'),
};
const socialSite = described(text, 'The site');
const socialPost = {
  trackingId: described(text, 'Id of the post'),
  businessId,
  accountNumber,
  socialSite,
};

export interface EventDetails {
  /** The fields of its `data`. */
  readonly data: Readonly<Record<string, Node>>;
  /** Those that are not always there. */
  readonly optional?: readonly string[];
  /** What sends no such event although one might expect it. */
  readonly notSent: string;
}

const SILENT = 'For imports, unless the operator requests events';

const details = {
  BUSINESS_CREATED: { data: business, notSent: SILENT },
  BUSINESS_UPDATED: {
    data: { ...business, changed: changed('as in get business') },
    notSent: `For writes that change nothing, or only the activation status. ${SILENT}`,
  },
  BUSINESS_DELETED: {
    data: business,
    notSent:
      'For more than 30 seconds to subscriptions of what was deleted, which are deleted with it: a later try is not made',
  },
  BUSINESS_STATUS_CHANGED: {
    data: business,
    notSent: `For changes of \`businessStatus\` (open, closed): see BUSINESS_UPDATED. ${SILENT}`,
  },
  LISTING_UPDATED: {
    data: {
      businessId,
      accountNumber,
      listingState: described(oneOf('published', 'deactivated'), 'State of the listing, as in get listing'),
      changed: changed('as in get listing'),
    },
    notSent: `For changes of a profile whose listing is not published. ${SILENT}`,
  },
  BULK_UPDATE_ENDED: {
    data: {
      jobId: described(text, 'Id of the job'),
      accountNumber,
      state: described(oneOf('DONE', 'CANCELLED', 'EXPIRED'), 'How it ended'),
      dryRun: described({ type: 'boolean' }, 'Whether its rows were only validated'),
      rows: described(count, 'Rows that were added'),
      succeeded: described(count, 'Rows that had ended with 200'),
      changed: described(count, 'Rows that had changed their location'),
      failed: described(count, 'Rows that had ended with an error'),
    },
    notSent: 'For a job that goes with its account',
  },
  CONTACT_CREATED: { data: contact, notSent: SILENT },
  CONTACT_UPDATED: {
    data: {
      ...contact,
      changed: described(
        { type: 'array', items: text },
        'For a check-in that adds a mapping, `mappings`; otherwise absent',
      ),
    },
    optional: ['changed'],
    notSent: `For check-ins that add no mapping: see CONTACT_ACTIVITY_UPDATE. ${SILENT}`,
  },
  CONTACT_DELETED: { data: contact, notSent: 'When a location is deleted: its contacts are kept and updated' },
  CONTACT_ACTIVITY_UPDATE: {
    data: {
      ...contact,
      type: described(text, 'Type of the activity: `checkin` or `requested`; new types may be added'),
    },
    notSent: SILENT,
  },
  SURVEY_COMPLETED: {
    data: {
      surveyId: described(integer, 'Id of the survey'),
      responseId: described(integer, 'Id of the response'),
      businessId,
      accountNumber,
      customerId: { ...customerId, type: ['integer', 'null'], description: 'Id of the contact; null without one' },
      overallScore: described(
        { type: ['number', 'null'], format: 'double' },
        'Score of 0 to 100, to one decimal; null without one',
      ),
    },
    notSent: `For incomplete responses, or twice for the same response. ${SILENT}`,
  },
  REVIEW_CREATED: { data: review, notSent: `${SILENT}. Today all reviews are imported` },
  REVIEW_UPDATED: {
    data: { ...review, changed: changed('as in get reviews') },
    notSent: `When the reviewer is erased. ${SILENT}`,
  },
  REVIEW_DELETED: { data: review, notSent: 'When the source no longer shows a review: imports delete none' },
  QNA_UPDATED: {
    data: {
      id: described(integer, 'Id of the question'),
      accountNumber,
      businessIds: described(
        { type: 'array', items: integer },
        'Numbers of its locations, at most 100; empty for all locations of the account',
      ),
      change: change('created', 'updated', 'deleted'),
    },
    notSent: `For questions saved without changes. ${SILENT}`,
  },
  SERVICE_CHANGED: {
    data: {
      serviceId: described(text, 'Id of the service'),
      accountNumber,
      change: change('created', 'updated', 'deleted'),
    },
    notSent: `To subscriptions of a location, or for a change of a mapping: that is SERVICE_MAPPING_CHANGED. ${SILENT}`,
  },
  SERVICE_MAPPING_CHANGED: {
    data: { businessId, accountNumber },
    notSent: `For a location that is deleted, or a change of a mapped service: that is SERVICE_CHANGED. ${SILENT}`,
  },
  PRODUCT_CHANGED: {
    data: {
      productId: described(text, 'Id of the product'),
      accountNumber,
      change: change('created', 'updated', 'deleted'),
      businessIds: described(
        { type: 'array', items: integer },
        'Numbers of the locations that show it, at most 100; empty if all of them do',
      ),
    },
    notSent: SILENT,
  },
  INTEGRATION_UPDATED: {
    data: {
      businessId,
      accountNumber,
      integrationGroupId: described(integer, 'The other system, as you number it'),
      active: described({ type: 'boolean' }, 'Whether the mapping is in use'),
    },
    notSent: `For a mapping that is sent as it is stored. ${SILENT}`,
  },
  TICKET_CREATED: { data: ticket, notSent: `For a review or a response that has a ticket already. ${SILENT}` },
  TICKET_UPDATED: {
    data: {
      ...ticket,
      changed: described(
        { type: 'array', items: oneOf('assignedTo', 'status', 'comment') },
        'What was changed. The text of a comment is not included',
      ),
    },
    notSent: `For an update that changes nothing, and where a person is erased. ${SILENT}`,
  },
  CONVERSATION_CREATED: { data: conversation, notSent: SILENT },
  CONVERSATION_UPDATED: {
    data: {
      ...conversation,
      changed: described({ type: 'array', items: oneOf('status', 'assignedTo') }, 'What was changed'),
    },
    notSent: `For a message, which may open a conversation, and where a person is erased. ${SILENT}`,
  },
  MESSAGE_ADDED: { data: message, notSent: `For a message that comes again with its \`externalId\`. ${SILENT}` },
  MESSAGE_FAILED: {
    data: message,
    notSent: `Where a message has failed and a connector reports later that it was sent. ${SILENT}`,
  },
  MEDIA_PROCESSED: {
    data: {
      mediaId: described(text, 'Id of the medium'),
      businessId,
      accountNumber,
      status: described(oneOf('DONE', 'FAILED'), 'Result'),
      failureReason: described({ type: ['string', 'null'] }, 'Why it failed: error code and text; otherwise null'),
    },
    notSent: 'For media deleted before they are processed, and for files of social uploads',
  },
  SOCIAL_MEDIA_UPLOADED: {
    data: {
      uploadId: described(text, 'Id of the upload, for track upload'),
      businessId,
      accountNumber,
      done: described(count, 'Number of processed files'),
      failed: described(count, 'Number of failed files'),
    },
    notSent: 'While a file is pending, or if the location is deleted meanwhile',
  },
  AGGREGATION_LINK_ADDED: { data: aggregationLink, notSent: 'For a link that exists already' },
  AGGREGATION_LINK_REMOVED: {
    data: aggregationLink,
    notSent: 'For the links of a competitor or a location that is deleted',
  },
  REVIEW_SOURCE_ADDED: { data: reviewSource, notSent: `For a source that is there already. ${SILENT}` },
  REVIEW_SOURCE_REMOVED: { data: reviewSource, notSent: 'For the sources of a location that is deleted' },
  COMPETITOR_ADDED: { data: competitor, notSent: `For one that is there already. ${SILENT}` },
  COMPETITOR_REMOVED: { data: competitor, notSent: 'For the competitors of an account that is deleted' },
  USER_INVITED: {
    data: {
      userId: described(integer, 'Id of the user, for get user'),
      businessId: described(integer, 'Number of the account'),
      role: described(text, 'Role of the user'),
    },
    notSent: 'For a user created with `sendInvite` false, and for imports',
  },
  USER_UPDATED: {
    data: {
      userId: described(integer, 'Id of the user, for get user'),
      accountNumber,
      change: change('created', 'updated', 'removed'),
      changed: changed('as in update user; empty unless `change` is `updated`'),
    },
    notSent:
      'For updates that change nothing, and for users of a deleted account. To subscriptions of a location, for users ' +
      `without that location in their list. ${SILENT}`,
  },
  SOCIAL_POST_PUBLISHED: {
    data: {
      ...socialPost,
      socialSitePostUrl: described(
        { type: ['string', 'null'] },
        'Where the post is on the site; null if it is unknown',
      ),
    },
    notSent: `For edits and numbers of a post. ${SILENT}`,
  },
  SOCIAL_POST_FAILED: { data: socialPost, notSent: `For a change of a post that fails. ${SILENT}` },
  SOCIAL_POST_REJECTED: { data: socialPost, notSent: SILENT },
  SOCIAL_CHANNEL_DISCONNECTED: {
    data: { businessId, accountNumber, socialSite },
    notSent: `For a channel that was not connected. ${SILENT}`,
  },
  [TEST_EVENT]: {
    data: { businessId: described(integer, 'Number of the subscribed account or location'), accountNumber },
    notSent: 'By any other operation. It is sent once; never retried, listed or counted',
  },
} as const;

export const eventDetails: Readonly<Record<EventName | typeof TEST_EVENT, EventDetails>> = details;
