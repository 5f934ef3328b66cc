/** What jobs declare (lib/entities.ts). */
import type { Entity } from '../../dynamodb/table/entity.ts';
import { deletionOf, lyingAt } from '../../dynamodb/writes/dependent-items.ts';
import { MOST_ATTEMPTS } from '../../subscriptions/repository/delivery.ts';
import { jobsPartition } from './job.ts';
import { sendJob } from './messages.ts';
import { JOB_STATUSES } from './states.ts';

const text = { type: 'string' } as const;
const number = { type: 'integer' } as const;

export const jobEntity: Entity = {
  type: 'job',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#JOBS',
    sk: '<id of the job without its account>',
    index: ['P#<partner>#ACCOUNT#<account>#JOBS#<status>', '<the same>'],
  },
  answers: 'What is a connector of this account to do, and with which result?',
  attributes: {
    type: 'object',
    required: ['id', 'partnerId', 'accountNumber', 'act', 'channel', 'locationNumber', 'of', 'status', 'turn', 'tries'],
    properties: {
      id: text,
      partnerId: text,
      accountNumber: number,
      act: { enum: ['post.publish', 'post.edit', 'post.delete', 'message.send'] },
      channel: text,
      locationNumber: number,
      contactId: number,
      of: { type: 'object' },
      status: { enum: JOB_STATUSES },
      turn: number,
      tries: number,
      nextAttemptAt: number,
      deadline: number,
      claimedUntil: number,
      attempts: { type: 'array', maxItems: MOST_ATTEMPTS, items: { type: 'object', required: ['at'] } },
      connectorId: text,
      resultId: text,
      resultUrl: text,
      reason: text,
      isEndedByUs: { type: 'boolean' },
      report: { type: 'object', required: ['mark', 'row'] },
      expiresAtSeconds: number,
    },
  },
  exported: { not: 'it expires within 30 days' },
  personal: {
    identifies: false,
    erased: {
      contact: (item, { partnerId, accountNumber, contactId }) =>
        item.partnerId === partnerId && item.accountNumber === accountNumber && item.contactId === contactId
          ? { what: 'jobs', actions: [deletionOf(item)] }
          : undefined,
    },
  },
  events: false,
  counts: false,
  audit: { not: 'follows from what it is of' },
  removal: {
    withLocation: 'ends without a request once its location is gone',
    withAccount: async function* ({ table, partnerId }, { number: accountNumber }) {
      for await (const keys of lyingAt(table, jobsPartition(partnerId, accountNumber)))
        for (let at = 0; at < keys.length; at += 50) yield keys.slice(at, at + 50).map(deletionOf);
    },
  },
  work: { on: ['made', 'changed'], changed: { from: ['waiting'], to: ['pending'] }, start: sendJob },
};
