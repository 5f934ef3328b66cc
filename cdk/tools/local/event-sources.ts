/** All that calls functions beside requests on this machine: the table's stream, queues, and the clock. */
import type { OpenTable } from '../open-table.ts';
import { type DeliveryLine, deliverySource, deliveryWatch } from './deliveries.ts';
import type { ApiModel } from './model.ts';
import type { QueueEngine } from './queue/queue-engine.ts';
import { startQueueSource } from './queue/queue-source.ts';
import { startSchedules } from './schedules.ts';

export interface EventSourcesOptions {
  readonly table: OpenTable;
  /** The engine's. */
  readonly endpoint: string;
  readonly model: Pick<ApiModel, 'eventSources' | 'queueSources' | 'schedules'>;
  readonly queues: QueueEngine;
  readonly invoke: (functionId: string, event: unknown) => Promise<string>;
  readonly onNotice: (text: string) => void;
  readonly onDelivery?: ((line: DeliveryLine) => void) | undefined;
}

export interface EventSources {
  /** Calls nothing more, and ends once what runs has ended, or was ended. */
  stop(): Promise<void>;
}

/** Begins to call functions as the template says. No request waits for any of it. */
export const startEventSources = (options: EventSourcesOptions): EventSources => {
  const { table, endpoint, model, queues, invoke, onNotice, onDelivery } = options;
  const watch = onDelivery && deliveryWatch(onDelivery);
  // Not before it is served: a request waits for no stream.
  const streams = import('./streams.ts').then(({ startStreams }) =>
    startStreams({
      table,
      endpoint,
      sources: [...model.eventSources, ...(watch ? [deliverySource] : [])],
      invoke: (functionId, event) =>
        watch && functionId === deliverySource.functionId ? watch(event) : invoke(functionId, event),
      onNotice,
    }),
  );
  const pollings = model.queueSources.map((source) => {
    const queue = queues.queues.get(source.queueId);
    if (!queue) throw new Error(`${source.id} is mapped to no queue of the template.`);
    return startQueueSource({ source, queue, client: queues.client, invoke, onNotice });
  });
  const schedules = startSchedules({ schedules: model.schedules, invoke, onNotice });
  return {
    stop: async () => {
      schedules.stop();
      await Promise.all([streams.then((reading) => reading.stop()), ...pollings.map((each) => each.stop())]);
    },
  };
};
