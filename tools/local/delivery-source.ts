/** Finds a template's queue mapping and schedule for deliveries among its others. Pure. */
import type { ApiModel, QueueSource, Schedule } from './model.ts';

/** The event source mapping from the delivery queue to the function that sends deliveries. */
export const deliverySource = ({ queueSources }: Pick<ApiModel, 'queueSources'>): QueueSource | undefined =>
  queueSources.find(({ functionId }) => /DeliverWebhook/.test(functionId));

/** The schedule that moves due deliveries to their queue. */
export const dueSchedule = ({ schedules }: Pick<ApiModel, 'schedules'>): Schedule | undefined =>
  schedules.find(({ functionIds }) => functionIds.some((id) => /MoveDue/.test(id)));
