/** The alarms on the processing after a write. docs/watching.md says what to do. */
import type { EventMetrics } from './event-metrics.ts';
import { RETENTION_DAYS } from './event-queues.ts';
import { MANY_DEAD, repeated, sustained, type Watch } from './watch.ts';

const DAY_SECONDS = 86_400;

/** The alarms on the table's stream, the queues and their functions. */
export const eventWatches = (metrics: EventMetrics): Record<string, Watch> => ({
  StreamLate: {
    urgency: 'page',
    metric: metrics.streamAge,
    threshold: 60_000,
    periods: sustained,
    description:
      'Responses and reviews are counted, and what deleted records have left is removed, a minute late or not at all: see the log of process-stream.',
  },
  StreamGivenUp: {
    urgency: 'ticket',
    metric: metrics.givenUp,
    threshold: 0,
    description: 'A count or a removal was given up: the log of process-stream says why, docs/operators.md what to do.',
  },
  StreamUnread: {
    urgency: 'page',
    metric: metrics.polls.stream,
    threshold: 1,
    whenBelow: true,
    periods: [2, 2],
    description:
      'process-stream does not read the stream: its mapping is disabled or missing (doctor). The stream forgets after 24 hours.',
  },
  EventsUnread: {
    urgency: 'page',
    metric: metrics.polls.routing,
    threshold: 1,
    whenBelow: true,
    periods: [2, 2],
    description:
      'route-events does not read the stream: its mapping is disabled or missing (doctor). The stream forgets after 24 hours.',
  },
  DeliveriesUnread: {
    urgency: 'page',
    metric: metrics.polls.deliveries,
    threshold: 1,
    whenBelow: true,
    periods: [2, 2],
    description: 'deliver-webhook does not read its queue: its mapping is disabled or missing (doctor).',
  },
  EventsLate: {
    urgency: 'page',
    metric: metrics.routingAge,
    threshold: 60_000,
    periods: sustained,
    description:
      'Events are made more than a minute after the write or not at all: see the log group of route-events, then the table.',
  },
  EventsUnrouted: {
    urgency: 'ticket',
    metric: metrics.unrouted,
    threshold: 0,
    description: 'A change could not be read, so no subscriber was notified of it: its keys are in the queue Unrouted.',
  },
  EventsGivenUp: {
    urgency: 'page',
    metric: metrics.routingGivenUp,
    threshold: 0,
    description: 'Changes failed for 12 hours: the stream has them for 12 more, see docs/operators.md at once.',
  },
  DeliveriesLate: {
    urgency: 'page',
    metric: metrics.deliveryAge,
    // Up to 15 minutes of it are the wait for the next try.
    threshold: 1800,
    periods: sustained,
    description:
      'A delivery has waited in the queue for more than half an hour: see the concurrency of deliver-webhook.',
  },
  DeliveriesWaiting: {
    urgency: 'ticket',
    metric: metrics.waiting,
    threshold: 10_000,
    periods: sustained,
    description:
      'More than 10,000 deliveries wait to be sent: raise context deliveriesAtOnce, or the concurrency of Lambda.',
  },
  DeliveriesDead: {
    urgency: 'ticket',
    metric: metrics.dead,
    threshold: 0,
    description:
      'The message of a delivery failed each time: the log of deliver-webhook says why, docs/operators.md what to do.',
  },
  ManyDeliveriesDead: {
    urgency: 'page',
    metric: metrics.dead,
    threshold: MANY_DEAD,
    description: 'Deliveries fail again and again, by a fault of ours: see the log group of deliver-webhook.',
  },
  DueNotMoved: {
    urgency: 'page',
    metric: metrics.dueMoved,
    threshold: 1,
    whenBelow: true,
    periods: [2, 2],
    description: 'Tries that are due are not moved to the queue: see the log group of move-due and its rule.',
  },
  WebhookFunctionErrors: {
    urgency: 'ticket',
    metric: metrics.functionErrors,
    threshold: 1,
    periods: repeated,
    description:
      'More than 1% of the runs of functions for webhooks crash or time out: see the log groups of route-events and deliver-webhook.',
  },
  LettersExpire: {
    urgency: 'ticket',
    metric: metrics.lastStopAge,
    threshold: (RETENTION_DAYS / 2) * DAY_SECONDS,
    description: 'What was given up has waited for a week for an operator: in another week its queue forgets it.',
  },
});
