/** A table with an item of every kind that a partner may have, made as they are made: by data files, operations and operators. */

import { erasureItem } from '../../lib/contacts/repository/erasure.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { itemOf } from '../../lib/dynamodb/table/entity.ts';
import { entities } from '../../lib/entities.ts';
import { contributionsOf, count } from '../../lib/insight/count.ts';
import { operations } from '../../lib/operations.ts';
import { partnerErasureEntity } from '../../lib/partners/repository/erasure.ts';
import { type Delivery, deliveryId, deliveryItem } from '../../lib/subscriptions/repository/delivery.ts';
import { messageOf } from '../../lib/subscriptions/repository/delivery-writes.ts';
import { dues } from '../../lib/subscriptions/repository/due.ts';
import { replayCommands } from '../../lib/subscriptions/repository/replay-command.ts';
import { userErasureItem } from '../../lib/users/repository/erasure.ts';
import { partnerOf } from '../../tools/data/partner-items.ts';
import type { OpenTable } from '../../tools/open-table.ts';
import { ask } from '../contract/sample-call.ts';
import { itemsOf } from './data-files.ts';
import { fewDemoRecords } from './demo-items.ts';
import { bringOnce } from './kept-records.ts';
import { useTestBucket } from './test-bucket.ts';

/** What no operation makes by itself: what follows from events, and what operators make. */
const fromEvents = async (table: OpenTable, partnerId: string): Promise<void> => {
  const [subscriptionId, webhookId] = ['sub_2s_00_0000000000000000', 'wh_0000000000000000'];
  const id = deliveryId(clock.now(), 'evt_1', webhookId);
  const delivery: Delivery = {
    ...{ id, partnerId, subscriptionId, webhookId, accountNumber: 700_100, eventId: 'evt_1', body: '{}' },
    ...{ event: 'BUSINESS_UPDATED', attempts: [], turn: 2, tries: 1, nextAttemptAt: clock.now() },
    status: 'pending',
  };
  await table.put({ Item: deliveryItem(delivery) });
  await dues(table).put(messageOf(delivery), clock.now());
  await replayCommands({ table, partnerId }).put({ subscriptionId, deliveryIds: [id], onlyFailed: false }, 0);
  const erasedAt = new Date(clock.now()).toISOString();
  await table.put({ Item: erasureItem({ partnerId, accountNumber: 700_100, contactId: 1, erasedAt }) });
  await table.put({ Item: userErasureItem({ partnerId, userId: 1, erasedAt }) });
};

/** An item at the key of each kind that none of the above made: those of sandboxes, of webhooks that fail. */
const stubs = async (table: OpenTable, partnerId: string): Promise<void> => {
  const kinds = new Set((await itemsOf(table)).flatMap((item) => (partnerOf(item) === partnerId ? [item.type] : [])));
  const spelled = (key: string) =>
    key
      .split(', ')[0]!
      .replaceAll('<partner>', partnerId)
      .replaceAll(/<[^>]*>/g, 'any');
  for (const { type, keys } of entities.filter((entity) => !kinds.has(entity.type) && entity !== partnerErasureEntity))
    await table.put({ Item: itemOf(type, { partnerId }, { pk: spelled(keys.pk), sk: spelled(keys.sk) }) });
};

/** Fills an empty table, for the demo's partner `orchard`, with the demo's other partner next to it. */
export const fillWithEveryKind = async (table: OpenTable): Promise<void> => {
  await useTestBucket();
  await bringOnce(table, await fewDemoRecords());
  for (const operation of operations) {
    for (const Item of operation.cases.items?.(Date.now()) ?? []) await table.put({ Item: Item as never });
    for (const [index, { parameters, body }] of operation.cases.examples.entries()) {
      const headers = operation.writes ? { 'Idempotency-Key': `every-item-${operation.id}-${index}` } : {};
      const { status, text } = await ask(operation, { body, headers, ...(parameters && { parameters }) });
      if (status >= 300) throw new Error(`${operation.id}: ${text}`);
    }
  }
  await fromEvents(table, 'orchard');
  // As the stream shows them.
  for (const newImage of await itemsOf(table)) {
    const change = { eventId: `${newImage.pk} ${newImage.sk}`, oldImage: undefined, newImage };
    await count({ table, partnerId: String(newImage.partnerId) }, change, contributionsOf(entities));
  }
  await stubs(table, 'orchard');
};
