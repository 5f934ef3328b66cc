/** GET /v1/subscriptions/events: the events that can be subscribed to. */
import { endpoint } from '../../lib/http/endpoint.ts';
import { listEvents } from '../../lib/subscriptions/contracts/list-events.ts';
import { eventKinds } from '../../lib/subscriptions/events.ts';

export const handler = endpoint(listEvents, async () => eventKinds);
