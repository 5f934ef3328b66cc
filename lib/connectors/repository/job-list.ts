/** Jobs of an account as list deliveries shows them: newest first, for 30 days. */
import { clock } from '../../dynamodb/client/clock.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { INDEX, NAMESAKES, sortableTime } from '../../dynamodb/table/keys.ts';
import {
  type Delivery,
  type DeliveryList,
  type DeliveryPage,
  KEPT_MILLISECONDS,
} from '../../subscriptions/repository/delivery.ts';
import { countedKeys } from '../../subscriptions/repository/listed-keys.ts';
import type { StoredSubscription } from '../../subscriptions/repository/subscription.ts';
import { jobFrom, jobsPartition, listedStatus, type StoredJob } from './job.ts';

/** @param connectors - by channel: what was not tried yet names the one that holds now */
const asDelivery =
  (connectors: ReadonlyMap<unknown, string>) =>
  (job: StoredJob): Delivery => {
    const { id, partnerId, accountNumber, act, connectorId, channel, status, attempts, turn, tries, nextAttemptAt } =
      job;
    return {
      ...{ id, partnerId, accountNumber, attempts, turn, tries, event: act, eventId: id, body: '' },
      ...{ subscriptionId: '', webhookId: connectorId ?? connectors.get(channel) ?? '', status: listedStatus(status) },
      ...(status === 'pending' && nextAttemptAt !== undefined && { nextAttemptAt }),
    };
  };

/** The jobs of a partner's accounts. */
export const jobLists = (({ table, partnerId }) => ({
  /** A page. One Query for each MB of the index, and one BatchGetItem for each 100. */
  page: async (
    { accountNumber, webhooks }: Pick<StoredSubscription, 'accountNumber' | 'webhooks'>,
    { status, start, end }: DeliveryList,
  ): Promise<DeliveryPage> => {
    const [index, name] = status ? (['gsi1', INDEX] as const) : (['gsi2', NAMESAKES] as const);
    const { total, kept } = await countedKeys(
      table,
      { start, end },
      {
        IndexName: name,
        KeyConditionExpression: `${index}pk = :pk AND ${index}sk >= :oldest`,
        ExpressionAttributeValues: {
          ':pk': jobsPartition(partnerId, accountNumber, status),
          ':oldest': sortableTime(clock.now() - KEPT_MILLISECONDS),
        },
        ScanIndexForward: false,
      },
    );
    const pk = jobsPartition(partnerId, accountNumber);
    const items = await table.batchGet(
      kept.map((sk) => ({ pk, sk })),
      { consistent: false },
    );
    const sorted = items.toSorted((a, b) => (String(a.sk) < String(b.sk) ? 1 : -1)).map(jobFrom);
    const deliveries = sorted.map(asDelivery(new Map(webhooks.map(({ id, channel }) => [channel, id]))));
    return { totalCount: total, deliveries: deliveries.filter((each) => !status || each.status === status) };
  },
})) satisfies Opened<unknown>;
