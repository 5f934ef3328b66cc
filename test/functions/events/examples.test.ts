/** Each example of the catalogue of events is sent as it stands there: by requests, imports and workers on the demo data. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler as processStream } from '../../../functions/events/process-stream.ts';
import { type JobState, jobItem } from '../../../lib/bulk/repository/job.ts';
import { endWithout } from '../../../lib/connectors/complete.ts';
import { jobKinds } from '../../../lib/job-kinds.ts';
import { messagesOf } from '../../../lib/media/messages.ts';
import { allOperations } from '../../../lib/operations.ts';
import type { EventName } from '../../../lib/subscriptions/events.ts';
import type { Subscription } from '../../../lib/subscriptions/repository/subscription.ts';
import { planNames } from '../../../tools/admin/local-target.ts';
import { loadFile } from '../../../tools/data/load.ts';
import { exampleOf, sentEvents } from '../../../tools/docs/events/schemas.ts';
import { ask, type Sent } from '../../contract/sample-call.ts';
import { itemsOf, linesOf } from '../../support/data-files.ts';
import { eventOffences } from '../../support/document.ts';
import { png } from '../../support/media-files.ts';
import { type BucketRig, bytes, drain, memoryQueue, openBucket, serve } from '../media/rig.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { demoTable, recordsOf, sentBy, subscribedTo, useDemoEvents } from './sent-events.ts';
import { context } from './support.ts';

useDemoEvents();
let subscription: Subscription;
let receiver: Receiver;
let rig: BucketRig;
let server: Awaited<ReturnType<typeof serve>>;
let directory: string;
beforeAll(async () => {
  subscription = await subscribedTo(700100);
  receiver = await openReceiver();
  rig = await openBucket();
  server = await serve({ '/picture': bytes(png(800, 900)), '/text': bytes(Buffer.from('no picture')) });
  directory = await mkdtemp(join(tmpdir(), 'event-examples-'));
});
afterAll(async () => {
  receiver.close();
  await Promise.all([rig.close(), server.close(), rm(directory, { recursive: true })]);
});

const operationOf = (id: string) => allOperations.find((each) => each.id === id)!;
const request = (id: string, sent: Sent) => async () => {
  const { status, text } = await ask(operationOf(id), sent);
  expect([status < 300, text]).toEqual([true, text]);
};

const bring = (record: object) => async () => {
  const file = join(directory, 'records.jsonl');
  await writeFile(file, linesOf([record]));
  const onRefused = ({ reason }: { reason: string }) => expect.fail(reason);
  const options = { plans: await planNames(), meteringKeys: { add: async () => {} } as never, onRefused };
  await loadFile(file, { table: demoTable(), ...options, events: true });
};

/** Fetches what was asked for, as the stream has it done. */
const fetchFiles = async () => {
  const queue = memoryQueue();
  for (const newImage of await itemsOf(demoTable()))
    queue.waiting.push(...messagesOf({ oldImage: undefined, newImage }));
  await drain(queue, { table: demoTable(), bucket: rig.bucket });
};

const review = {
  type: 'review',
  businessNumber: 700101,
  reviewId: 'maps-700101-61',
  sourceAlias: 'maps',
  rating: 5,
  comments: 'A table by the window.',
  reviewer: { firstName: 'Ida', lastName: 'Lund' },
  reviewDate: '2026-03-01T10:00:00.000Z',
};

/** A post that came to an end at a location. */
const post = (letter: string, status: object, more: object = {}) =>
  bring({
    ...{
      type: 'post',
      accountNumber: 700100,
      trackingId: `trk_${letter.repeat(24)}`,
      text: 'Pie',
      socialSite: 'ALPHA',
    },
    ...{ subBusinessNumbers: [700101], scheduleTimestamp: 1_777_629_600_000, state: 'started' },
    createdAt: '2026-04-28T15:20:00.000Z',
    socialPostDetails: [{ locationNumber: 700101, status, ...more }],
  });

/** Deletes a location, and what belongs to it, as the stream has it done. */
const deleteLocation = (businessId: number) => async () => {
  const Records = await recordsOf(request('deleteBusiness', { parameters: { businessId } }));
  const tombstones = Records.filter(({ dynamodb }) => dynamodb?.NewImage?.type?.S === 'tombstone');
  expect(tombstones).toHaveLength(1);
  await processStream({ Records: [...tombstones] }, context());
};

/** A bulk update of two rows, in a state. */
const putJob = async (state: JobState): Promise<void> => {
  const name = { partnerId: 'orchard', accountNumber: 700100, jobId: 'blk_3f9a1c5b7d2e4f60' };
  const sums = { rows: 2, done: 2, succeeded: 2, changed: 1, failed: 0, objects: [] };
  const Item = jobItem({ ...name, state, note: '', dryRun: false, ...sums, createdAt: Date.now() });
  await demoTable().put({ Item });
};

const hello = { channel: 'SMS', text: 'Your table is ready.' };

/** Ends the jobs of the messages of a contact that are under way. */
const failMessages = async () => {
  const store = { table: demoTable(), partnerId: 'orchard' };
  const jobs = (await itemsOf(demoTable())).filter(({ type, contactId }) => type === 'job' && contactId === 41001);
  for (const { id } of jobs) await endWithout(store, String(id), jobKinds, { reason: 'no connector' });
};

const ada = { name: 'Ada Field', email: 'ada.field@mail.example' };
const atGrill = { parameters: { businessId: 700101 } };

interface Step {
  /** What has to be done before. */
  readonly after?: () => Promise<void>;
  /** What sends it. */
  readonly by: () => Promise<void>;
  /** Fields of its data that are drawn, and so others each time. */
  readonly drawn?: readonly string[];
}

/** In this order: what is deleted goes last. */
const steps: Readonly<Record<EventName, Step>> = {
  CONVERSATION_CREATED: {
    by: request('sendMessage', { parameters: { businessId: 700104 }, body: { ...hello, customerId: 41003 } }),
    drawn: ['conversationId'],
  },
  CONVERSATION_UPDATED: {
    by: request('updateConversation', { body: { customerId: 41001, status: 'CLOSE', assignedTo: null } }),
  },
  MESSAGE_ADDED: {
    by: request('sendMessage', { body: { ...hello, customerId: 41001 } }),
    drawn: ['messageId'],
  },
  MESSAGE_FAILED: { by: failMessages, drawn: ['messageId'] },
  BUSINESS_CREATED: { by: request('createBusiness', {}), drawn: ['businessId'] },
  BUSINESS_UPDATED: {
    by: request('updateBusiness', {
      ...atGrill,
      body: {
        emailId: 'grill@copperkettle.example',
        phone: '(805) 555-0101',
        services: 'Dine-in,Takeout,Delivery,Private dining',
        name: 'Copper Kettle Grill and Bar',
        location: { city: 'Paso Robles', zip: '93422' },
      },
    }),
  },
  BUSINESS_STATUS_CHANGED: {
    by: request('setBusinessStatus', { parameters: { businessId: 700101, astatus: 'inactive' } }),
  },
  LISTING_UPDATED: {
    // Published, so that a change of the profile is one of the listing.
    by: request('updateBusiness', {
      parameters: { businessId: 700104 },
      body: {
        emailId: 'stay@kettlehouse.example',
        phone: '(416) 555-0104',
        services: 'Rooms,Meeting rooms,Breakfast',
        description: 'Forty rooms at the lake.',
      },
    }),
  },
  BULK_UPDATE_ENDED: { after: () => putJob('RUNNING'), by: () => putJob('DONE') },
  CONTACT_CREATED: {
    by: request('checkIn', { body: { name: 'Ida Lund', emailId: 'ida.lund@mail.example' } }),
    drawn: ['customerId'],
  },
  CONTACT_UPDATED: {
    by: request('saveContact', { parameters: { businessId: 700100 }, body: { id: 41001, lastName: 'Fielding' } }),
  },
  CONTACT_ACTIVITY_UPDATE: {
    by: request('checkIn', { body: { name: 'Ada Fielding', emailId: ada.email } }),
  },
  SURVEY_COMPLETED: {
    by: request('submitResponse', {
      body: {
        answers: [
          { questionId: 1, value: 9 },
          { questionId: 2, value: 'Quiet' },
        ],
        customer: ada,
      },
    }),
    drawn: ['responseId'],
  },
  REVIEW_CREATED: { by: bring(review) },
  REVIEW_UPDATED: { by: bring({ ...review, rating: 4, comments: 'Loud.', response: 'We are sorry.' }) },
  QNA_UPDATED: {
    by: request('saveQna', {
      body: {
        id: 760001,
        question: 'Is there parking?',
        answers: [{ text: 'Yes.' }],
        businessNumbers: [700101],
      },
    }),
  },
  SERVICE_CHANGED: {
    by: request('updateService', { body: { serviceId: 'SERV325935013877732', price: 3.75 } }),
  },
  PRODUCT_CHANGED: { by: request('updateProduct', { body: { status: 'DRAFT' } }) },
  SERVICE_MAPPING_CHANGED: { by: request('setServiceMapping', { body: {} }) },
  INTEGRATION_UPDATED: {
    by: request('mapIntegration', { body: { businessNumber: 700101, integrationGroupId: 4100, active: false } }),
  },
  TICKET_CREATED: {
    by: request('createTicket', {}),
    drawn: ['ticketId'],
  },
  TICKET_UPDATED: {
    by: request('commentTicket', {
      body: { ticketId: 770302, comment: 'Called back.', userEmail: 'marta.quill@copperkettle.example' },
    }),
  },
  MEDIA_PROCESSED: {
    after: () => {
      const asked = { mediaCategory: 'INTERIOR', mediaFormat: 'PHOTO', description: 'The bar' };
      return request('addMedia', { ...atGrill, body: { media: [{ ...asked, url: `${server.url}/text` }] } })();
    },
    by: fetchFiles,
    drawn: ['mediaId'],
  },
  SOCIAL_MEDIA_UPLOADED: {
    after: () => {
      const mediaUrls = ['picture', 'text'].map((name) => `${server.url}/${name}`);
      return request('uploadSocialMedia', { ...atGrill, body: { mediaUrls } })();
    },
    by: fetchFiles,
    drawn: ['uploadId'],
  },
  SOCIAL_POST_PUBLISHED: {
    by: post('a', { status: 'POST_SUCCEEDED' }, { socialSitePostUrl: 'https://alpha.example/sbx_4be1a874356f0d2c' }),
    drawn: ['trackingId'],
  },
  SOCIAL_POST_FAILED: { by: post('b', { status: 'POST_FAILED', failureReason: 'refused' }), drawn: ['trackingId'] },
  SOCIAL_POST_REJECTED: { by: post('c', { status: 'REJECTED_BY_APPROVER' }), drawn: ['trackingId'] },
  SOCIAL_CHANNEL_DISCONNECTED: {
    by: request('setChannel', {
      parameters: { businessId: 700101, socialSite: 'ALPHA' },
      body: { state: 'disconnected' },
    }),
  },
  AGGREGATION_LINK_ADDED: { by: request('addAggregationLink', {}), drawn: ['id'] },
  AGGREGATION_LINK_REMOVED: { by: request('deleteAggregationLink', {}) },
  REVIEW_SOURCE_ADDED: { by: request('addReviewSource', {}) },
  REVIEW_SOURCE_REMOVED: { by: request('deleteReviewSource', {}) },
  COMPETITOR_ADDED: { by: request('createCompetitor', {}), drawn: ['compAccountId'] },
  COMPETITOR_REMOVED: { by: request('deleteCompetitor', {}) },
  USER_INVITED: {
    by: request('createUser', { parameters: { 'x-business-number': 700100 } }),
    drawn: ['userId'],
  },
  USER_UPDATED: {
    by: request('updateUser', {
      parameters: { 'x-business-number': 700100, userEmailId: 'tom.wills@copperkettle.example' },
      body: { userRole: 'editor' },
    }),
  },
  CONTACT_DELETED: { by: request('deleteContact', { parameters: { businessId: 700100 }, body: { id: 41002 } }) },
  REVIEW_DELETED: { by: deleteLocation(700101) },
  BUSINESS_DELETED: { by: deleteLocation(700102) },
};

it('is tried for each event of the catalogue', () => {
  const tried = [...Object.keys(steps), 'TEST'];
  expect(tried.toSorted()).toEqual(sentEvents.map(({ eventName }) => eventName).toSorted());
});

it.each(Object.entries(steps))('%s', async (eventName, { after, by, drawn = [] }) => {
  await after?.();
  const sent = (await sentBy(subscription, by)).filter(({ type }) => type === eventName);
  const kind = sentEvents.find((each) => each.eventName === eventName)!;
  const shown = exampleOf(kind);
  expect(sent.length).toBeGreaterThan(0);
  for (const event of sent) expect(eventOffences(eventName, event)).toEqual([]);
  // Which field is named first follows from the store.
  const sorted = (data: Readonly<Record<string, unknown>>) =>
    Array.isArray(data.changed) ? { ...data, changed: data.changed.toSorted() } : data;
  const asShown = sent.map(({ data }) => {
    for (const name of drawn) expect(typeof data[name]).toBe(typeof kind.example[name as never]);
    return sorted({ ...data, ...Object.fromEntries(drawn.map((name) => [name, kind.example[name as never]])) });
  });
  expect(asShown).toContainEqual(sorted(kind.example));
  expect(Object.keys(shown)).toEqual(Object.keys(sent[0]!));
  expect(sent[0]).toMatchObject({ businessNumber: 700100, apiVersion: shown.apiVersion });
});

it('TEST', async () => {
  const { id } = await subscribedTo(700100, { url: receiver.url });
  await request('testWebhook', { parameters: { subscriptionId: id } })();
  const event = JSON.parse(receiver.received[0]!.body);
  expect(eventOffences('TEST', event)).toEqual([]);
  const shown = exampleOf(sentEvents.find(({ eventName }) => eventName === 'TEST')!);
  expect(event).toEqual({ ...shown, id: event.id, timestamp: event.timestamp });
});
