/** The catalogue of events: what a subscription may ask for, and the data of each (docs/partners.md: events). Pure. */

export interface EventKind {
  readonly eventName: string;
  readonly description: string;
  /** The `data` of one. */
  readonly example: Readonly<Record<string, unknown>>;
}

const location = { businessId: 700101, accountNumber: 700100, type: 'Business' } as const;
const contact = { customerId: 720001, accountNumber: 700100, businessIds: [700101] } as const;

export const eventKinds = [
  { eventName: 'BUSINESS_CREATED', description: 'A location or an account was created', example: location },
  {
    eventName: 'BUSINESS_UPDATED',
    description: 'Fields of a location or an account were changed: `changed` names them',
    example: { ...location, changed: ['name', 'location.city'] },
  },
  { eventName: 'BUSINESS_DELETED', description: 'A location or an account was deleted', example: location },
  {
    eventName: 'BUSINESS_STATUS_CHANGED',
    description: 'A location or an account was switched to another activation status',
    example: location,
  },
  {
    eventName: 'LISTING_UPDATED',
    description:
      'A listing was created, updated, published or deactivated, or the profile of a published location changed',
    example: {
      businessId: 700101,
      accountNumber: 700100,
      listingState: 'published',
      changed: ['businessInfo.mainBusinessDescription'],
    },
  },
  { eventName: 'CONTACT_CREATED', description: 'A contact was created', example: contact },
  { eventName: 'CONTACT_UPDATED', description: 'A contact was changed', example: contact },
  { eventName: 'CONTACT_DELETED', description: 'A contact was deleted', example: contact },
  {
    eventName: 'CONTACT_ACTIVITY_UPDATE',
    description: 'Something happened with a contact: `type` says what',
    example: { ...contact, type: 'review' },
  },
  {
    eventName: 'SURVEY_COMPLETED',
    description: 'A response to a survey became complete',
    example: {
      surveyId: 750001,
      responseId: 760001,
      businessId: 700101,
      accountNumber: 700100,
      customerId: 41001,
      overallScore: 90,
    },
  },
  {
    eventName: 'AGGREGATION_LINK_ADDED',
    description: 'A review link of a competitor was added',
    example: { id: 3599690178082865, compAccountId: 710001, businessId: 700101, sourceAlias: 'alpha' },
  },
  {
    eventName: 'USER_INVITED',
    description: 'A user was created and sent an invitation',
    example: { userId: 730001, businessId: 700100, role: 'admin' },
  },
] as const satisfies readonly EventKind[];

export type EventName = (typeof eventKinds)[number]['eventName'];

/** What a subscription may ask for. A `TEST` is sent by test webhook alone. */
export const eventNames: readonly EventName[] = eventKinds.map(({ eventName }) => eventName);

export const TEST_EVENT = 'TEST';
