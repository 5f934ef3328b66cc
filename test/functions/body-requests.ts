/** For each operation with a body a request that passes, and what it needs next to the small world. */

import { handler as createBusiness } from '../../functions/business/create-business.ts';
import { handler as searchBusinesses } from '../../functions/business/search-businesses.ts';
import { handler as updateBusiness } from '../../functions/business/update-business.ts';
import { handler as createCard } from '../../functions/cards/create-card.ts';
import { handler as updateCard } from '../../functions/cards/update-card.ts';
import { handler as addAggregationLink } from '../../functions/competitors/add-aggregation-link.ts';
import { handler as changePermission } from '../../functions/contacts/change-permission.ts';
import { handler as checkIn } from '../../functions/contacts/check-in.ts';
import { handler as contactDetails } from '../../functions/contacts/contact-details.ts';
import { handler as deleteContact } from '../../functions/contacts/delete-contact.ts';
import { handler as getContact } from '../../functions/contacts/get-contact.ts';
import { handler as listContacts } from '../../functions/contacts/list-contacts.ts';
import { handler as optOutFeed } from '../../functions/contacts/opt-out-feed.ts';
import { handler as saveContact } from '../../functions/contacts/save-contact.ts';
import { handler as createField } from '../../functions/fields/create-field.ts';
import { handler as listFields } from '../../functions/fields/list-fields.ts';
import { handler as setFieldValue } from '../../functions/fields/set-field-value.ts';
import { handler as updateField } from '../../functions/fields/update-field.ts';
import { handler as experienceOverTime } from '../../functions/insight/experience-over-time.ts';
import { handler as createListing } from '../../functions/listing/create-listing.ts';
import { handler as updateListing } from '../../functions/listing/update-listing.ts';
import { handler as addMedia } from '../../functions/media/add-media.ts';
import { handler as deleteMedia } from '../../functions/media/delete-media.ts';
import { handler as setMediaCategory } from '../../functions/media/set-media-category.ts';
import { handler as uploadSocialMedia } from '../../functions/media/upload-social-media.ts';
import { handler as getMenuDetails } from '../../functions/menus/get-menu-details.ts';
import { handler as getAllQna } from '../../functions/qna/get-all-qna.ts';
import { handler as saveQna } from '../../functions/qna/save-qna.ts';
import { handler as getReviews } from '../../functions/reviews/get-reviews.ts';
import { handler as replay } from '../../functions/subscriptions/replay.ts';
import { handler as rotateSecret } from '../../functions/subscriptions/rotate-secret.ts';
import { handler as setWebhooks } from '../../functions/subscriptions/set-webhooks.ts';
import { handler as subscribe } from '../../functions/subscriptions/subscribe.ts';
import { handler as testWebhook } from '../../functions/subscriptions/test-webhook.ts';
import { handler as createSurvey } from '../../functions/surveys/create-survey.ts';
import { handler as listResponses } from '../../functions/surveys/list-responses.ts';
import { handler as submitResponse } from '../../functions/surveys/submit-response.ts';
import { handler as usageByLocation } from '../../functions/surveys/usage-by-location.ts';
import { handler as createUser } from '../../functions/users/create-user.ts';
import { handler as updateUser } from '../../functions/users/update-user.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import type { LambdaHandler } from '../../lib/http/endpoint.ts';
import { leastListing } from '../../lib/listing/contracts/listing.provocations.ts';
import { type Medium, mediumItem } from '../../lib/media/repository/medium.ts';
import type { Call } from '../support/call.ts';
import { REQUIRED } from '../support/world.ts';

const subscriptionId = 'sub_2s_00_4be1a874356f0d2c';
/** A location of which a listing was created. */
const listed = { type: 'business', businessNumber: 160, accountNumber: 100, listingFixed: true, business: {} };
const listing = { ...leastListing, businessInfo: { ...leastListing.businessInfo, name: 'Café ☕' } };
const subscription = {
  type: 'subscription',
  id: subscriptionId,
  accountNumber: 100,
  businessId: 100,
  webhooks: [{ id: 'wh_6f0d2c9be1a87435', url: 'https://hooks.example.com/events', events: ['USER_INVITED'] }],
  secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  createdAt: '2026-03-04T05:06:07.890Z',
};
const cards = { type: 'cards', businessNumber: 101, cards: [{ cardId: 901, title: 'A card' }] };
const customField = { type: 'customField', accountNumber: 100, field: { id: 902, fieldName: 'Motto', type: 'TEXT' } };
const userEmailId = 'ida@shop.example';
const users = [
  { type: 'person', partnerId: 'ours', person: { userId: 903, emailId: userEmailId } },
  { type: 'user', accountNumber: 100, user: { emailId: userEmailId, userRole: 'viewer' } },
];
const usedSurvey = {
  type: 'survey',
  accountNumber: 100,
  surveyId: 905,
  surveyName: 'Café ☕',
  pages: [{ title: 'One', questions: [{ title: 'How likely?', type: 'nps' }] }],
};
/** The header that names an account or a location. */
const of = (number: number) => ({ headers: { 'x-business-number': String(number) } });
/** Nothing is sent, drawn or made again: a dry run answers alike each time. */
const dry = { validateOnly: 'true' };
const webhooks = [{ url: 'https://über.example/é', events: ['USER_INVITED'] }];

/** No data file brings media. */
const medium: Medium = {
  partnerId: 'ours',
  accountNumber: 100,
  businessNumber: 101,
  kind: 'media',
  uploadId: 'upl_000000000000000000000906',
  mediaId: 'med_000000000000000000000906',
  position: 0,
  url: 'https://cdn.shop.example/a.jpg',
  mediaCategory: 'EXTERIOR',
  description: 'Café ☕',
  mediaFormat: 'PHOTO',
  status: 'PENDING',
  tries: 0,
  created: '2026-03-04T05:06:07.890Z',
};
const media = [{ url: medium.url, mediaCategory: 'EXTERIOR', description: 'Café ☕', mediaFormat: 'PHOTO' }];

/** Items that the requests need. */
export const ITEMS: readonly Item[] = [mediumItem(medium)];

/** Lines that the requests need next to the world. */
export const RECORDS: readonly unknown[] = [subscription, listed, cards, customField, usedSurvey, ...users];

/** A request that passes, for each operation with a body. */
export const REQUESTS: Readonly<Record<string, readonly [LambdaHandler, Call, object]>> = {
  updateBusiness: [updateBusiness, { path: { businessId: '101' } }, { ...REQUIRED, name: 'Café ☕' }],
  createBusiness: [
    createBusiness,
    // A real one would be refused the second time.
    { query: { rid: '100', email_id: 'owner@shop.example', validateOnly: 'true' } },
    { businessName: 'Café ☕', zip: '94061' },
  ],
  searchBusinesses: [searchBusinesses, { path: { businessId: '100' } }, { searchStr: 'Café ☕' }],
  getContact: [getContact, { query: { businessId: '100' } }, { email: 'Ada@Mail.example' }],
  saveContact: [
    saveContact,
    { query: { businessId: '100', ...dry } },
    { firstName: 'Café ☕', email: 'cafe@mail.example', businessIds: [101] },
  ],
  deleteContact: [deleteContact, { query: { businessId: '100', ...dry } }, { id: 1 }],
  checkIn: [checkIn, { query: { bid: '101', ...dry } }, { name: 'Café ☕', emailId: 'cafe@mail.example' }],
  changePermission: [
    changePermission,
    { query: dry },
    { permission: 'both-subscribed', email: ['Café@mail.example'], accountNumber: 100 },
  ],
  listContacts: [
    listContacts,
    { query: { businessId: '100', page: '0', size: '25' } },
    { startDate: '01/01/2021', endDate: '12/31/2022' },
  ],
  contactDetails: [
    contactDetails,
    {},
    { startDateUtc: '01/01/2021', endDateUtc: '12/31/2022', page: 0, size: 25, businessId: 100 },
  ],
  optOutFeed: [
    optOutFeed,
    { path: { businessId: '100' } },
    { start: 1_700_000_000_000, end: 1_700_086_400_000, subscriptionStatus: ['opted-out', 'blocked'] },
  ],
  createCard: [createCard, { ...of(101), query: dry }, { title: 'Café ☕' }],
  updateCard: [updateCard, { ...of(101), path: { cardId: '901' }, query: dry }, { title: 'Café ☕' }],
  createField: [createField, { ...of(100), query: dry }, { fieldName: 'Café ☕', type: 'TEXT' }],
  listFields: [listFields, of(100), { page: 0, size: 25, searchStr: 'Café ☕' }],
  updateField: [updateField, { ...of(100), path: { fieldId: '902' }, query: dry }, { fieldDescription: 'Café ☕' }],
  setFieldValue: [
    setFieldValue,
    { ...of(100), query: dry },
    { businessNumber: 101, fieldId: 902, fieldValue: 'Café ☕' },
  ],
  createUser: [
    createUser,
    { ...of(100), query: dry },
    { userEmailId: 'new@shop.example', userRole: 'viewer', firstName: 'Café ☕' },
  ],
  updateUser: [updateUser, { ...of(100), query: { userEmailId, ...dry } }, { user: { firstName: 'Café ☕' } }],
  getReviews: [
    getReviews,
    { path: { businessId: '101' }, query: { sindex: '0', count: '5' } },
    { searchStr: 'Café ☕' },
  ],
  usageByLocation: [
    usageByLocation,
    { ...of(100), path: { surveyId: '905' } },
    { businessNumbers: [101], startDate: '01/01/2026', page: 0 },
  ],
  experienceOverTime: [
    experienceOverTime,
    of(100),
    { businessNumbers: [101], startDate: '01/01/2026', endDate: '01/31/2026', groupByType: 'month' },
  ],
  getAllQna: [getAllQna, of(100), { businessNumbers: [101] }],
  saveQna: [saveQna, { ...of(100), query: dry }, { question: 'Is there a Café ☕?', answers: [{ text: 'Yes ☕' }] }],
  uploadSocialMedia: [
    uploadSocialMedia,
    { path: { businessId: '101' }, query: dry },
    { mediaUrls: [medium.url], description: 'Café ☕' },
  ],
  addMedia: [addMedia, { path: { businessId: '101' }, query: dry }, { media }],
  setMediaCategory: [
    setMediaCategory,
    { path: { businessId: '101', mediaId: medium.mediaId }, query: dry },
    { mediaCategory: 'TEAMS' },
  ],
  deleteMedia: [deleteMedia, { path: { businessId: '101' }, query: dry }, { mediaIds: [medium.mediaId, 'café'] }],
  createSurvey: [
    createSurvey,
    { path: { businessId: '100' }, query: dry },
    { surveyName: 'Café ☕', pages: [{ title: 'One', questions: [{ title: 'How likely?', type: 'nps' }] }] },
  ],
  submitResponse: [
    submitResponse,
    { path: { surveyId: '905' }, query: { businessId: '101', ...dry } },
    { answers: [{ questionId: 1, value: 9 }], source: 'Café ☕' },
  ],
  listResponses: [
    listResponses,
    { path: { surveyId: '905' }, query: { businessNumber: '100' } },
    { startDate: '01/01/2026 00:00:00', businessNumbers: [101] },
  ],
  createListing: [createListing, { path: { businessNumber: '101' }, query: dry }, listing],
  updateListing: [updateListing, { path: { businessNumber: '160' }, query: dry }, listing],
  getMenuDetails: [getMenuDetails, { headers: { 'x-business-number': '100' } }, { businessNumbers: [101] }],
  addAggregationLink: [
    addAggregationLink,
    { path: { compAccountId: '301', businessNumber: '101' } },
    { sourceAlias: 'alpha', url: 'https://über.example/é' },
  ],
  subscribe: [subscribe, { query: { businessId: '100', ...dry } }, { webhooks }],
  setWebhooks: [setWebhooks, { path: { subscriptionId }, query: dry }, { webhooks }],
  rotateSecret: [rotateSecret, { path: { subscriptionId }, query: dry }, { overlapHours: 1 }],
  testWebhook: [testWebhook, { path: { subscriptionId }, query: dry }, { webhookId: 'wh_6f0d2c9be1a87435' }],
  replay: [replay, { path: { subscriptionId }, query: dry }, { deliveryIds: ['café'] }],
};
