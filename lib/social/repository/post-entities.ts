/** What posts, their locations, the commands to change them and channels declare (lib/entities.ts). */

import { CHANNELS } from '../../connectors/repository/channels.ts';
import { queuedWork } from '../../connectors/repository/messages.ts';
import { aheadMilliseconds } from '../../connectors/repository/times.ts';
import { clock } from '../../dynamodb/client/clock.ts';
import type { StreamRecord } from '../../dynamodb/stream/records.ts';
import type { Queues } from '../../dynamodb/stream/roles.ts';
import type { Deleted, Entity } from '../../dynamodb/table/entity.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { deletionOf, listedAt, lyingAt, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { postEvents } from '../events.ts';
import { socialCounts } from './counted.ts';
import { listedAttributes, locationsOf, postFrom, postsPartition, type StoredPost } from './post.ts';
import { postCommandFrom } from './post-command.ts';
import { changeOf, startDelay, startOf } from './post-due.ts';
import { postLocationKey } from './post-location.ts';
import { POST_STATES, STATUSES } from './states.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;
const name = { partnerId: text, accountNumber: number, trackingId: text } as const;

/** A post that falls due before the clock looks is sent at once. */
const sendStart = async ({ newImage, deadline }: StreamRecord, queues: Pick<Queues, 'jobs'>): Promise<void> => {
  if (!newImage) return;
  const post = postFrom(newImage);
  const now = clock.now();
  if (post.status !== 'scheduled' || post.time - now >= aheadMilliseconds()) return;
  await queues.jobs.within({ deadline }).send([queuedWork(startOf(post, post.time), startDelay(post.time, now))]);
};

const sendChange = async ({ newImage, deadline }: StreamRecord, { jobs }: Pick<Queues, 'jobs'>): Promise<void> => {
  if (newImage) await jobs.within({ deadline }).send([queuedWork(changeOf(postCommandFrom(newImage)))]);
};

/** The posts of an account that name a location, a few at a time. */
const naming = async function* (
  { table, partnerId }: PartnerStore,
  { number: businessNumber, accountNumber }: Deleted,
): AsyncGenerator<readonly StoredPost[]> {
  const partition = postsPartition(partnerId, accountNumber);
  const containing = { attribute: 'businessNumbers', value: businessNumber };
  for await (const keys of listedAt(table, partition, { containing })) yield (await table.batchGet(keys)).map(postFrom);
};

/** A post without a location that is deleted; without its last one a scheduled one is cancelled. */
const without = (post: StoredPost, businessNumber: number): readonly Action[] => {
  if (post.cancelled.includes(businessNumber)) return [];
  const cancelled = [...post.cancelled, businessNumber];
  const left = locationsOf({ ...post, cancelled });
  const status = post.status === 'scheduled' && left.length === 0 ? 'cancelled' : post.status;
  const changes = { businessNumbers: [...left, ...cancelled], cancelled, ...listedAttributes({ ...post, status }) };
  return [updateAction(post.item, changes)];
};

export const postEntity: Entity = {
  type: 'post',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#POST#<tracking id>',
    sk: 'POST',
    index: ['P#<partner>#ACCOUNT#<account>#POSTS', '<milliseconds of its time>#<tracking id>#<site><state>'],
  },
  answers: 'What is this post, and where does it go when? Which posts does this account have in these days?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'trackingId', 'socialSite', 'text', 'time', 'status', 'businessNumbers'],
    properties: {
      ...name,
      socialSite: { enum: CHANNELS },
      text,
      time: number,
      status: { enum: POST_STATES },
      media: { type: 'array', maxItems: 10 },
      callToAction: { type: ['object', 'null'] },
      businessNumbers: { type: 'array', items: number, maxItems: 500 },
      cancelled: { type: 'array', items: number, maxItems: 500 },
      createdAt: text,
      changes: number,
      isSpread: { type: 'boolean' },
      expiresAtSeconds: number,
    },
  },
  exported: 'line',
  personal: false,
  events: false,
  counts: false,
  audit: { shows: 'names', id: ({ trackingId }) => trackingId },
  removal: {
    withLocation: async function* (store, deleted) {
      for await (const posts of naming(store, deleted)) for (const post of posts) yield without(post, deleted.number);
    },
    withAccount: async function* ({ table, partnerId }, { number: accountNumber }) {
      for await (const keys of listedAt(table, postsPartition(partnerId, accountNumber), { most: 100 })) {
        for (const { pk } of keys) {
          for await (const own of lyingAt(table, pk))
            for (let at = 0; at < own.length; at += 50) yield own.slice(at, at + 50).map(deletionOf);
        }
      }
    },
  },
  work: { on: ['made', 'changed'], changed: { from: ['scheduled'], to: ['scheduled'] }, start: sendStart },
};

export const postLocationEntity: Entity = {
  type: 'postLocation',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#POST#<tracking id>', sk: 'AT#<location>' },
  answers: 'What is the status of this post at this location?',
  attributes: {
    type: 'object',
    required: [
      'partnerId',
      'accountNumber',
      'trackingId',
      'businessNumber',
      'socialSite',
      'status',
      'expiresAtSeconds',
    ],
    properties: {
      ...name,
      businessNumber: number,
      socialSite: { enum: CHANNELS },
      status: { enum: STATUSES },
      failureReason: text,
      siteId: text,
      siteUrl: text,
      text,
      publishedAt: number,
      impressions: number,
      engagements: number,
      reported: { type: 'object', required: ['mark', 'rows'] },
      movedBy: { type: 'object', required: ['mark', 'row', 'from'] },
      lastChange: { type: 'object', required: ['jobId', 'change', 'status', 'at'] },
      expiresAtSeconds: number,
    },
  },
  exported: { with: 'post' },
  personal: false,
  events: { sends: ['SOCIAL_POST_PUBLISHED', 'SOCIAL_POST_FAILED', 'SOCIAL_POST_REJECTED'], of: postEvents },
  counts: { of: socialCounts },
  audit: { not: 'follows from its post, and from what connectors report' },
  removal: {
    withLocation: async function* (store, deleted) {
      for await (const posts of naming(store, deleted)) {
        const found = await store.table.batchGet(posts.map((post) => postLocationKey(post, deleted.number)));
        for (const item of found) yield [deletionOf(item)];
      }
    },
    withAccount: 'goes with its post',
  },
};

export const postCommandEntity: Entity = {
  type: 'postCommand',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#POST#<tracking id>', sk: 'CHANGE' },
  answers: 'Which change of this post is under way?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'trackingId', 'mark', 'act', 'locations', 'at'],
    properties: {
      ...name,
      mark: text,
      act: { enum: ['post.edit', 'post.delete'] },
      locations: { type: 'array', items: number, maxItems: 500 },
      text,
      at: number,
      expiresAtSeconds: number,
    },
  },
  exported: { not: 'it is done within seconds' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from its post' },
  removal: { withLocation: 'is done within seconds', withAccount: 'goes with its post' },
  work: { on: ['made'], start: sendChange },
};
