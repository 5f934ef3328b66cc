/** What of a template is on the way of deliveries: there are other queues, and other functions by the clock. Pure. */
import type { ApiModel, QueueSource, Schedule } from './model.ts';

/** The mapping by which messages about deliveries come to the function that sends them. */
export const deliverySource = ({ queueSources }: Pick<ApiModel, 'queueSources'>): QueueSource | undefined =>
  queueSources.find(({ functionId }) => /DeliverWebhook/.test(functionId));

/** The rule of the clock by which deliveries that are due go to their queue. */
export const dueSchedule = ({ schedules }: Pick<ApiModel, 'schedules'>): Schedule | undefined =>
  schedules.find(({ functionIds }) => functionIds.some((id) => /MoveDue/.test(id)));
