/** Everything that invokes functions on this machine other than requests: the table's stream, queues, and schedules. */
import type { OpenTable } from '../open-table.ts';
import { type DeliveryLine, deliverySource, deliveryWatch } from './deliveries.ts';
import type { ApiModel } from './model.ts';
import type { QueueEngine } from './queue/queue-engine.ts';
import { startQueueSource } from './queue/queue-source.ts';
import { startSchedules } from './schedules.ts';

export interface EventSourcesOptions {
  readonly table: OpenTable;
  /** The endpoint of the engine. */
  readonly endpoint: string;
  readonly model: Pick<ApiModel, 'eventSources' | 'queueSources' | 'schedules'>;
  readonly queues: QueueEngine;
  readonly invoke: (functionId: string, event: unknown) => Promise<string>;
  readonly onNotice: (text: string) => void;
  readonly onDelivery?: ((line: DeliveryLine) => void) | undefined;
}

export interface EventSources {
  /** Starts no more calls, and resolves once the running ones have completed or were stopped. */
  stop(): Promise<void>;
}

/** Starts to invoke functions as the template configures. No request waits for any of it. */
export const startEventSources = (options: EventSourcesOptions): EventSources => {
  const { table, endpoint, model, queues, invoke, onNotice, onDelivery } = options;
  const watch = onDelivery && deliveryWatch(onDelivery);
  // Loaded in the background: no request waits for the stream.
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
