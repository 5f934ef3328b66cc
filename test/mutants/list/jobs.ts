/** Jobs of connectors, and posts. */
import type { Mutant } from '../mutant.ts';

const PROMISE = 'part: simulation';
const TESTS = [
  ['test/simulation/jobs/jobs.test.ts', 'keeps what is promised of jobs, posts and conversations'],
] as const satisfies Mutant['tests'];
const common = { tests: TESTS, promise: PROMISE };

export const jobs: readonly Mutant[] = [
  {
    name: 'jobs-without-a-deadline',
    file: 'lib/connectors/repository/putting.ts',
    find: '...(isWaiting ? [] : [{ Put: { Item: jobDueItem(job, begin.deadline) } }]),',
    replace: '',
    ...common,
  },
  {
    name: 'accepted-jobs-without-a-deadline',
    file: 'lib/connectors/complete.ts',
    find: "...(outcome.status === 'accepted' ? [{ Put",
    replace: "...(outcome.status === 'done' ? [{ Put",
    ...common,
  },
  {
    name: 'last-result-counts',
    file: 'lib/connectors/rules/decision.ts',
    find: '  if (isOpen(job)) return undefined;',
    replace: '  if (isOpen(job) || job.status !== outcome.status) return undefined;',
    ...common,
  },
  {
    name: 'late-done-not-counted',
    file: 'lib/connectors/rules/decision.ts',
    find: 'const isWelcome = job.isEndedByUs &&',
    replace: "const isWelcome = job.isEndedByUs && job.reason !== 'no answer in time' &&",
    ...common,
  },
  {
    name: 'late-edit-without-its-text',
    file: 'lib/social/repository/post-jobs.ts',
    find: '...(outcome.isEndedByUs && text !== undefined && { text }),',
    replace: '',
    ...common,
  },
  {
    name: 'ended-jobs-sent',
    file: 'lib/connectors/run-job.ts',
    find: "attempted?.job.status !== 'pending' ||",
    replace: "!attempted || ['waiting', 'done'].includes(attempted.job.status) ||",
    ...common,
  },
  {
    name: 'jobs-of-locations-that-are-gone',
    file: 'lib/connectors/run-job.ts',
    find: "if (!location) return 'the location is gone';",
    replace: '',
    ...common,
  },
  {
    name: 'start-over-an-edit',
    file: 'lib/social/start-post.ts',
    find: 'changes, basedOn: post.item });',
    replace: 'changes });',
    ...common,
  },
  {
    name: 'start-at-a-time-before-an-edit',
    file: 'lib/social/start-post.ts',
    find: "!post || post.time !== time || post.status === 'cancelled'",
    replace: "!post || post.status === 'cancelled' || time < 0",
    ...common,
  },
  {
    name: 'start-at-cancelled-locations',
    file: 'lib/social/start-post.ts',
    find: 'chunksOf(locationsOf(post), STARTED_AT_ONCE)',
    replace: 'chunksOf(post.businessNumbers, STARTED_AT_ONCE)',
    ...common,
  },
  {
    name: 'start-sent-once',
    file: 'lib/social/move-posts.ts',
    find: 'const over = batch.filter((due) => !open.includes(due));',
    replace: 'const over = batch.filter((due) => !open.includes(due) || due.at <= now + 60_000);',
    ...common,
  },
  {
    name: 'edit-without-a-new-start',
    file: 'lib/social/repository/posts.ts',
    find: 'isMoved && !isOver ? [putStartDue',
    replace: 'isMoved && isOver ? [putStartDue',
    ...common,
  },
  {
    name: 'details-of-locations-that-are-gone',
    file: 'lib/social/repository/post-entities.ts',
    find: 'for (const item of found) yield [deletionOf(item)];',
    replace: "for (const item of found) if (item.status === 'POST_FAILED') yield [deletionOf(item)];",
    ...common,
  },
  {
    name: 'event-of-every-write-of-a-post',
    file: 'lib/social/events.ts',
    find: 'oldImage?.status === newImage.status',
    replace: 'oldImage?.version === newImage.version',
    ...common,
  },
  {
    name: 'claims-that-are-not-seen',
    file: 'lib/connectors/run-job.ts',
    find: '  if (claimedUntil > now) return sendJobAt(ways, message, claimedUntil);\n',
    replace: '',
    ...common,
  },
  {
    name: 'sent-by-what-was-read-long-ago',
    file: 'lib/connectors/run-job.ts',
    find: ' || at - readAt > MOST_AGE',
    replace: '',
    ...common,
  },
  {
    name: 'more-messages-wait',
    file: 'lib/conversations/prepare-message.ts',
    find: '  if (before && isFull(before.sequence)) return { refused: sequenceFull };\n',
    replace: '',
    ...common,
  },
  {
    name: 'messages-not-in-their-order',
    file: 'lib/conversations/prepare-message.ts',
    find: 'jobActions(job, isFirst ? {',
    replace: 'jobActions(job, id ? {',
    ...common,
  },
  {
    name: 'no-message-goes-next',
    file: 'lib/connectors/complete.ts',
    find: 'sequence.first === job.id ? await nextWaiting(store, sequence.waiting) : undefined',
    replace: "sequence.first === '' ? await nextWaiting(store, sequence.waiting) : undefined",
    ...common,
  },
  {
    name: 'next-message-without-a-deadline',
    file: 'lib/connectors/complete.ts',
    find: '          { Put: { Item: jobDueItem(next, deadline) } },\n',
    replace: '',
    ...common,
  },
  {
    name: 'messages-after-an-opt-out',
    file: 'lib/conversations/repository/message-jobs.ts',
    find: '    if (hasLostPermission(contact, conversation, message)) return OPTED_OUT;\n',
    replace: '',
    ...common,
  },
];
