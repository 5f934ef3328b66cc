/** What an operator is woken for of all that happens after a write. docs/operators.md says what to do. */
import type { EventMetrics } from './event-metrics.ts';
import { RETENTION_DAYS } from './event-queues.ts';
import { repeated, sustained, type Watch } from './watch.ts';

const DAY_SECONDS = 86_400;

/** The alarms on the table's stream, the queues and their functions. */
export const eventWatches = (metrics: EventMetrics): Record<string, Watch> => ({
  StreamLate: {
    metric: metrics.streamAge,
    threshold: 60_000,
    periods: sustained,
    description:
      'Responses and reviews are counted, and what deleted records have left is removed, a minute late: see the log of keep-up.',
  },
  StreamGivenUp: {
    metric: metrics.givenUp,
    threshold: 0,
    description: 'A count or a removal was given up: the log of keep-up says why, docs/operators.md what to do.',
  },
  EventsLate: {
    metric: metrics.routingAge,
    threshold: 60_000,
    periods: sustained,
    description:
      'Events are made more than a minute after the write: see the log group of route-events, then the table.',
  },
  EventsUnrouted: {
    metric: metrics.unrouted,
    threshold: 0,
    description: 'A change could not be read, so nobody was told of it: its keys are in the queue Unrouted.',
  },
  EventsGivenUp: {
    metric: metrics.routingGivenUp,
    threshold: 0,
    description: 'Changes failed for 12 hours: the stream has them for 12 more, see docs/operators.md at once.',
  },
  DeliveriesLate: {
    metric: metrics.deliveryAge,
    // Up to 15 minutes of it are the wait for a next try.
    threshold: 1800,
    periods: sustained,
    description: 'A delivery has been in the queue for more than half an hour: see the log group of deliver-webhook.',
  },
  DeliveriesWaiting: {
    metric: metrics.waiting,
    threshold: 10_000,
    periods: sustained,
    description:
      'More than 10,000 deliveries wait to be sent: raise context deliveriesAtOnce, or the concurrency of Lambda.',
  },
  DeliveriesDead: {
    metric: metrics.dead,
    threshold: 0,
    description:
      'The message of a delivery failed each time: the log of deliver-webhook says why, docs/operators.md what to do.',
  },
  DueNotMoved: {
    metric: metrics.dueMoved,
    threshold: 1,
    whenBelow: true,
    periods: [2, 2],
    description: 'Tries that are due are not moved to the queue: see the log group of move-due and its rule.',
  },
  WebhookFunctionErrors: {
    metric: metrics.functionErrors,
    threshold: 2,
    periods: repeated,
    description: 'Functions for webhooks crash or time out: see the log groups of route-events and deliver-webhook.',
  },
  LettersExpire: {
    metric: metrics.lastStopAge,
    threshold: (RETENTION_DAYS / 2) * DAY_SECONDS,
    description: 'What was given up has waited for a week for an operator: in another week its queue forgets it.',
  },
});
