/**
 * The catalogue of events: what a subscription may ask for, when each is sent, and an example of it. A test sends each
 * example from the demo data (`test/functions/events/examples.test.ts`); `tools/docs/events` has the rest. Pure.
 */

export interface EventKind {
  readonly eventName: string;
  /** When it is sent. */
  readonly description: string;
  /** The `data` of one. */
  readonly example: Readonly<Record<string, unknown>>;
}

const location = { businessId: 700101, accountNumber: 700100, type: 'Enterprise-Location' } as const;
const contact = { customerId: 41001, accountNumber: 700100, businessIds: [700101, 700102] } as const;
const review = {
  reviewId: 'maps-700101-61',
  businessId: 700101,
  accountNumber: 700100,
  sourceAlias: 'maps',
  rating: 5,
} as const;

const conversation = {
  conversationId: 760101,
  customerId: 41001,
  businessId: 700101,
  accountNumber: 700100,
} as const;

const post = {
  trackingId: 'trk_4be1a874356f0d2c9bc1a874',
  businessId: 700101,
  accountNumber: 700100,
  socialSite: 'ALPHA',
} as const;

export const eventKinds = [
  {
    eventName: 'BUSINESS_CREATED',
    description: 'A location or an account was created',
    example: { ...location, businessId: 412345678901234 },
  },
  {
    eventName: 'BUSINESS_UPDATED',
    description: 'A location or an account was updated: `changed` lists the fields',
    example: { ...location, changed: ['location.city', 'name'] },
  },
  {
    eventName: 'BUSINESS_DELETED',
    description: 'A location or an account was deleted',
    example: { ...location, businessId: 700102 },
  },
  {
    eventName: 'BUSINESS_STATUS_CHANGED',
    description: 'A location or an account was activated or deactivated',
    example: location,
  },
  {
    eventName: 'LISTING_UPDATED',
    description:
      'A listing was created, updated, published or deactivated, or the profile of a published location changed. ' +
      'Publishing and deactivating change `listingFixed` and also send BUSINESS_UPDATED',
    example: {
      businessId: 700104,
      accountNumber: 700100,
      listingState: 'published',
      changed: ['businessInfo.mainBusinessDescription'],
    },
  },
  {
    eventName: 'BULK_UPDATE_ENDED',
    description: 'A bulk update ended: `state` says how. Later results of rows that had begun are not in its numbers',
    example: {
      jobId: 'blk_3f9a1c5b7d2e4f60',
      accountNumber: 700100,
      state: 'DONE',
      dryRun: false,
      rows: 2,
      succeeded: 2,
      changed: 1,
      failed: 0,
    },
  },
  {
    eventName: 'CONTACT_CREATED',
    description: 'A contact was created',
    example: { ...contact, customerId: 412345678901234, businessIds: [700101] },
  },
  {
    eventName: 'CONTACT_UPDATED',
    description: 'A contact was updated. If a check-in mapped it to another location, `changed` is `["mappings"]`',
    example: contact,
  },
  {
    eventName: 'CONTACT_DELETED',
    description: 'A contact was deleted',
    example: { ...contact, customerId: 41002, businessIds: [700102] },
  },
  {
    eventName: 'CONTACT_ACTIVITY_UPDATE',
    description: 'A contact has a new activity at the location in `businessIds`: `type` is `checkin` or `requested`',
    example: { customerId: 41001, accountNumber: 700100, businessIds: [700101], type: 'checkin' },
  },
  {
    eventName: 'SURVEY_COMPLETED',
    description: 'A survey response was completed',
    example: {
      surveyId: 750002,
      responseId: 412345678901235,
      businessId: 700106,
      accountNumber: 700100,
      customerId: 41001,
      overallScore: 88.9,
    },
  },
  { eventName: 'REVIEW_CREATED', description: 'A review was received', example: review },
  {
    eventName: 'REVIEW_UPDATED',
    description: 'A review was updated or answered: `changed` lists the fields',
    example: { ...review, rating: 4, changed: ['rating', 'comments', 'response'] },
  },
  {
    eventName: 'REVIEW_DELETED',
    description: 'A review was deleted with its location',
    example: { ...review, rating: 4 },
  },
  {
    eventName: 'QNA_UPDATED',
    description: 'A question or its answers were created, updated or deleted: see `change`',
    example: { id: 760001, accountNumber: 700100, businessIds: [700101], change: 'updated' },
  },
  {
    eventName: 'SERVICE_CHANGED',
    description: 'A service of an account was created, updated or deleted; for subscriptions of the account',
    example: { serviceId: 'SERV325935013877732', accountNumber: 700100, change: 'updated' },
  },
  {
    eventName: 'SERVICE_MAPPING_CHANGED',
    description: 'The services of a location’s alpha categories were changed',
    example: { businessId: 700102, accountNumber: 700100 },
  },
  {
    eventName: 'PRODUCT_CHANGED',
    description:
      'A product of an account was created, updated or deleted; for the locations that show it: all of them if it names none',
    example: { productId: '100863917361696', accountNumber: 700100, change: 'updated', businessIds: [700102] },
  },
  {
    eventName: 'INTEGRATION_UPDATED',
    description: 'A mapping of a location to another system was created or changed',
    example: { businessId: 700101, accountNumber: 700100, integrationGroupId: 4100, active: false },
  },
  {
    eventName: 'TICKET_CREATED',
    description: 'A ticket was created',
    example: { ticketId: 512345678901234, businessId: 700101, accountNumber: 700100, customerId: 41001 },
  },
  {
    eventName: 'TICKET_UPDATED',
    description: 'A ticket was assigned, changed its status or got a comment: `changed` says which',
    example: {
      ticketId: 770302,
      businessId: 700101,
      accountNumber: 700100,
      customerId: 41001,
      changed: ['status', 'comment'],
    },
  },
  {
    eventName: 'CONVERSATION_CREATED',
    description: 'A contact and a location wrote to each other for the first time',
    example: { ...conversation, conversationId: 412345678901234, customerId: 41003, businessId: 700104 },
  },
  {
    eventName: 'CONVERSATION_UPDATED',
    description: 'A conversation was opened, closed or assigned by a request: `changed` says which',
    example: { ...conversation, changed: ['status', 'assignedTo'] },
  },
  {
    eventName: 'MESSAGE_ADDED',
    description: 'A message was accepted: of a contact (RECEIVE) or of a location (SEND)',
    example: { ...conversation, messageId: 'msg_1772600000000_4be1a874356f0d2c', channel: 'SMS', direction: 'SEND' },
  },
  {
    eventName: 'MESSAGE_FAILED',
    description: 'A message of a location was not sent',
    example: { ...conversation, messageId: 'msg_1772600000000_4be1a874356f0d2c', channel: 'SMS', direction: 'SEND' },
  },
  {
    eventName: 'MEDIA_PROCESSED',
    description: 'A file of add media was processed, or failed: see `status`',
    example: {
      mediaId: 'med_5f0c2b9e7d4a41c08e63b1a2',
      businessId: 700101,
      accountNumber: 700100,
      status: 'FAILED',
      failureReason: '2174: The file is none of JPG, PNG, MP4 and MOV',
    },
  },
  {
    eventName: 'SOCIAL_MEDIA_UPLOADED',
    description: 'All files of a social upload were processed, or failed',
    example: {
      uploadId: 'upl_0d9e8f7a6b5c4d3e2f1a0b9c',
      businessId: 700101,
      accountNumber: 700100,
      done: 1,
      failed: 1,
    },
  },
  {
    eventName: 'AGGREGATION_LINK_ADDED',
    description: 'A review link of a competitor was added',
    example: { id: 3599690178082865, compAccountId: 710001, businessId: 700101, sourceAlias: 'alpha' },
  },
  {
    eventName: 'AGGREGATION_LINK_REMOVED',
    description: 'A review link of a competitor was removed',
    example: { id: 4444191203148178, compAccountId: 710001, businessId: 700101, sourceAlias: 'beta' },
  },
  {
    eventName: 'REVIEW_SOURCE_ADDED',
    description: 'A review source of a location was added',
    example: { id: 2600801962055120, businessId: 700101, accountNumber: 700100, sourceAlias: 'maps' },
  },
  {
    eventName: 'REVIEW_SOURCE_REMOVED',
    description: 'A review source of a location was removed',
    example: { id: 2897080600365042, businessId: 700101, accountNumber: 700100, sourceAlias: 'travel' },
  },
  {
    eventName: 'COMPETITOR_ADDED',
    description: 'A competitor brand or a location of a competitor was added; `compAccountId` is `null` for a brand',
    example: { competitorId: 710100, compAccountId: 412345678901234, accountNumber: 700100 },
  },
  {
    eventName: 'COMPETITOR_REMOVED',
    description: 'A competitor was deleted, or went with the last location of yours that it competed with',
    example: { competitorId: 710100, compAccountId: 710101, accountNumber: 700100 },
  },
  {
    eventName: 'USER_INVITED',
    description: 'A user was created: send the invitation',
    example: { userId: 512345678901234, businessId: 700100, role: 'editor' },
  },
  {
    eventName: 'USER_UPDATED',
    description: 'A user was created, updated or removed: see `change`. `changed` lists the fields',
    example: { userId: 730002, accountNumber: 700100, change: 'updated', changed: ['userRole'] },
  },
  {
    eventName: 'SOCIAL_POST_PUBLISHED',
    description: 'A post was published at a location, in time or late',
    example: { ...post, socialSitePostUrl: 'https://alpha.example/sbx_4be1a874356f0d2c' },
  },
  {
    eventName: 'SOCIAL_POST_FAILED',
    description: 'A post could not be published at a location',
    example: post,
  },
  {
    eventName: 'SOCIAL_POST_REJECTED',
    description: 'Whoever approves posts refused one at a location',
    example: post,
  },
  {
    eventName: 'SOCIAL_CHANNEL_DISCONNECTED',
    description: 'A location was disconnected from a site',
    example: { businessId: 700101, accountNumber: 700100, socialSite: 'ALPHA' },
  },
] as const satisfies readonly EventKind[];

export type EventName = (typeof eventKinds)[number]['eventName'];

/** What a subscription may ask for. A `TEST` is sent by test webhook alone. */
export const eventNames: readonly EventName[] = eventKinds.map(({ eventName }) => eventName);

export const TEST_EVENT = 'TEST';
