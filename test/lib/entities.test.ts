import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { auditor } from '../../lib/audit/keep.ts';
import { jobFrom, jobItem } from '../../lib/bulk/repository/job.ts';
import { bulkResults } from '../../lib/bulk/repository/results.ts';
import { changeItem } from '../../lib/changes/repository/change.ts';
import { jobId } from '../../lib/connectors/repository/job.ts';
import { jobActions } from '../../lib/connectors/repository/putting.ts';
import { erasureItem } from '../../lib/contacts/repository/erasure.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import type { StreamRecord } from '../../lib/dynamodb/stream/records.ts';
import { lookLater } from '../../lib/dynamodb/stream/second-look.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { type Entity, isPersonal } from '../../lib/dynamodb/table/entity.ts';
import type { Personal } from '../../lib/dynamodb/table/erasure.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { nextMark } from '../../lib/dynamodb/writes/marks.ts';
import { employeeErasureItem } from '../../lib/employees/repository/erasure.ts';
import { entities } from '../../lib/entities.ts';
import { contributionsOf, count } from '../../lib/insight/count.ts';
import { operations } from '../../lib/operations.ts';
import { partnerErasureItem } from '../../lib/partners/repository/erasure.ts';
import { sandboxes } from '../../lib/sandbox/repository/sandbox.ts';
import { eventNames } from '../../lib/subscriptions/events.ts';
import { deliveryId, deliveryItem } from '../../lib/subscriptions/repository/delivery.ts';
import { messageOf } from '../../lib/subscriptions/repository/delivery-writes.ts';
import { dues } from '../../lib/subscriptions/repository/due.ts';
import { partnerRequests } from '../../lib/subscriptions/repository/partner-requests.ts';
import { replayCommands } from '../../lib/subscriptions/repository/replay-command.ts';
import { userErasureItem } from '../../lib/users/repository/erasure.ts';
import { itemChecker } from '../../tools/data/check-items.ts';
import { lineKinds, PASSES } from '../../tools/data/lines/lines.ts';
import { demoFile } from '../../tools/local/demo.ts';
import { loadData } from '../../tools/local/load-data.ts';
import { ask } from '../contract/sample-call.ts';
import { itemsOf } from '../support/data-files.ts';
import { load } from '../support/load.ts';
import { createTestTable } from '../support/store.ts';
import { useTestBucket } from '../support/test-bucket.ts';
import { world } from '../support/world.ts';

const lib = join(import.meta.dirname, '../../lib');

test('every entity that a repository describes is in the list, once', async () => {
  const files = globSync('**/*.ts', { cwd: lib })
    .map((file) => join(lib, file))
    .filter((file) => /: Entity = \{/.test(readFileSync(file, 'utf8')));
  const modules = await Promise.all(files.map((file) => import(file) as Promise<Record<string, unknown>>));
  const described = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (name.endsWith('Entity') ? [value as Entity] : [])),
  );
  expect(described.length).toBeGreaterThan(10);
  expect(new Set(entities)).toEqual(new Set(described));
  expect(entities).toHaveLength(described.length);
  expect(new Set(entities.map(({ type }) => type)).size).toBe(entities.length);
});

describe('Data files', () => {
  const typesWith = (wanted: (entity: Entity) => boolean) =>
    entities
      .filter(wanted)
      .map(({ type }) => type)
      .toSorted();

  it('give back a line for each entity that has one, and for no other', () => {
    const exported = lineKinds.filter(({ lineOf }) => lineOf).map(({ entity }) => entity.type);
    expect(exported.toSorted()).toEqual(typesWith((entity) => entity.exported === 'line'));
  });

  it('have no kind of line twice, or of no entity, or in no pass', () => {
    expect(new Set(lineKinds.map(({ entity, name }) => name ?? entity.type)).size).toBe(lineKinds.length);
    for (const { entity, pass } of lineKinds) {
      expect(entities).toContain(entity);
      expect(PASSES).toContain(pass);
    }
  });

  it('leave out the others for a reason, or bring them with lines that there are', () => {
    const types = new Set(typesWith(({ exported }) => exported === 'line'));
    for (const { exported } of entities) {
      if (exported === 'line') continue;
      if ('not' in exported) expect(exported.not).toMatch(/\w{3}/);
      else for (const type of exported.with.split(', ')) expect(types).toContain(type);
    }
  });
});

describe('Entities', () => {
  const declared = new Map(entities.map((entity) => [entity.type, entity]));

  it('send the events of the catalogue, and no others', () => {
    const sent = entities.flatMap(({ events }) => (events && 'sends' in events ? events.sends : []));
    expect(sent.toSorted()).toEqual(eventNames.toSorted());
  });

  it('whose events another entity makes are among those that it makes them of', () => {
    const made = entities.flatMap(({ type, events }) =>
      events && 'of' in events
        ? Object.keys({ ...events.ofOthers, ...events.composed }).map((other) => [type, other])
        : [],
    );
    for (const [, other] of made) expect([...declared.keys()]).toContain(other);
    const left = entities.flatMap(({ type, events }) => (events && 'by' in events ? [[events.by, type]] : []));
    expect(left.length).toBeGreaterThan(0);
    expect(made).toEqual(expect.arrayContaining(left));
  });

  it('that are tombstones stand for entities, each for its own', () => {
    const stood = entities.flatMap(({ tombstone }) => {
      if (!tombstone) return [];
      return 'stands' in tombstone ? tombstone.stands : [tombstone.inPlaceOf];
    });
    for (const type of stood) expect([...declared.keys()]).toContain(type);
    expect(stood.toSorted()).toEqual([
      ...['account', 'aggregationLink', 'business', 'competitor', 'competitorBrand', 'contact', 'customField'],
      ...['reviewSource', 'user'],
    ]);
  });

  it('that identify people say how they are erased', () => {
    for (const { type, personal } of entities.filter(isPersonal)) {
      const { erased } = personal as Personal;
      const isSaid =
        typeof erased === 'string' ? /\w{3}/.test(erased) : Boolean(erased.contact ?? erased.user ?? erased.employee);
      expect([type, isSaid]).toEqual([type, true]);
    }
  });
});

/** A key as the entity describes it: what is in angle brackets is any part, `…` the beginning of the form before it. */
const patternOf = (described: string): RegExp => {
  const forms = described.split(', ').map((form) => form.replaceAll(/<[^>]*>/g, '[^#]+').replace('…', '.+'));
  return new RegExp(`^(?:${forms.join('|')})$`);
};

/** What no operation makes by itself: what follows from an event, an order to send it again, and what operators make. */
const eventItems = async (table: Table): Promise<void> => {
  const [partnerId, subscriptionId, webhookId] = ['ours', 'sub_2s_00_0000000000000000', 'wh_0000000000000000'];
  const id = deliveryId(clock.now(), 'evt_1', webhookId);
  const common = { id, partnerId, subscriptionId, webhookId, accountNumber: 100, eventId: 'evt_1', body: '{}' };
  const attempts = [{ at: new Date(clock.now()).toISOString(), error: 'timeout', milliseconds: 10_000 }];
  const counts = { turn: 2, tries: 1, nextAttemptAt: clock.now() };
  const delivery = { ...common, event: 'BUSINESS_UPDATED', status: 'pending', attempts, ...counts } as const;
  await table.put({ Item: deliveryItem(delivery) });
  await dues(table).put(messageOf(delivery), clock.now());
  await partnerRequests(table, partnerId, 2).take(undefined, 0);
  await replayCommands({ table, partnerId }).put({ subscriptionId, deliveryIds: [id], onlyFailed: false }, 0);
  const erasedAt = new Date(clock.now()).toISOString();
  await table.put({ Item: erasureItem({ partnerId, accountNumber: 100, contactId: 1, erasedAt }) });
  await table.put({ Item: userErasureItem({ partnerId, userId: 1, erasedAt }) });
  await table.put({
    Item: employeeErasureItem({ partnerId, accountNumber: 100, employee: 'e'.repeat(64), erasedAt }),
  });
  await table.put({ Item: partnerErasureItem({ partnerId, erasedAt }) });
  await sandboxes({ table, partnerId }).begin();
  const change = { id: 'evt_1', type: 'X', at: 0, accountNumber: 100, about: [101], data: {} };
  await table.put({ Item: changeItem({ partnerId, feed: 100, change, noted: clock.now(), kept: 1000 }) });
  const sums = { rows: 1, done: 0, succeeded: 0, changed: 0, failed: 0, objects: [], note: '', dryRun: false };
  const name = { partnerId, accountNumber: 100, jobId: 'blk_0000000000000000' };
  const item = jobItem({ ...name, ...sums, state: 'RUNNING', createdAt: clock.now() });
  await table.put({ Item: item });
  const result = { row: 0, businessNumber: 101, status: 404, code: 1175, message: 'm', changed: false, etag: null };
  expect(await bulkResults(table).put(jobFrom(item), 0, [result])).toBe('there');
  const act = { act: 'post.publish', channel: 'ALPHA', locationNumber: 101, of: { trackingId: 'trk_1' } } as const;
  const job = { id: jobId(100, clock.now(), 'post.publish'), partnerId, accountNumber: 100, ...act };
  const begin = { now: clock.now(), deadline: clock.now() };
  expect(await table.transact(jobActions(job, begin))).toBeUndefined();
  await lookLater(table, { pk: 'P#ours#BUSINESS#1', sk: 'DELETED', partnerId, p0: nextMark() });
};

describe('Every item of the demo data, of the tests and of the operations', () => {
  const problemOf = itemChecker();
  let items: readonly Item[];
  beforeAll(async () => {
    const table = await createTestTable();
    await useTestBucket();
    const refused: unknown[] = [];
    await loadData(table, demoFile, (line) => refused.push(line));
    expect([...refused, ...(await load(table, world))]).toEqual([]);
    for (const operation of operations) {
      for (const Item of operation.cases.items?.(Date.now()) ?? []) await table.put({ Item: Item as Item });
      for (const [index, example] of operation.cases.examples.entries()) {
        const headers = operation.writes ? { 'Idempotency-Key': `entities-${operation.id}-${index}` } : {};
        const { parameters, body } = example;
        const { status, text } = await ask(operation, { body, headers, ...(parameters && { parameters }) });
        expect([operation.id, status, status < 300 || text]).toEqual([operation.id, expect.any(Number), true]);
      }
    }
    await eventItems(table);
    // As the stream shows them.
    for (const newImage of await itemsOf(table)) {
      const change = { eventId: `${newImage.pk} ${newImage.sk}`, oldImage: undefined, newImage };
      await count({ table, partnerId: String(newImage.partnerId) }, change, contributionsOf(entities));
    }
    // And as it shows a change of one of them.
    const changed = (await itemsOf(table)).find(({ type }) => type === 'business')!;
    const shown = { oldImage: { ...changed, name: 'Other' }, newImage: changed, eventId: 'e-1', at: clock.now() };
    await auditor(entities)({ ...shown, table } as unknown as StreamRecord, 1);
    items = await itemsOf(table);
  });

  it.each(entities.map((entity) => [entity.type, entity] as const))(
    'of type %s fits its entity',
    (type, { keys, attributes }) => {
      const found = items.filter((item) => item.type === type);
      expect(found.length).toBeGreaterThan(0);
      for (const item of found) {
        expect([item.pk, problemOf(item)]).toEqual([item.pk, undefined]);
        expect(item.pk).toMatch(patternOf(keys.pk));
        expect(item.sk).toMatch(patternOf(keys.sk));
        if (keys.index) {
          expect(item.gsi1pk).toMatch(patternOf(keys.index[0]));
          expect(item.gsi1sk).toMatch(patternOf(keys.index[1]));
        } else expect([item.gsi1pk, item.gsi1sk]).toEqual([undefined, undefined]);
      }
      // The schema says something: an item without what it asks for does not fit.
      const [first] = (attributes as { required: readonly string[] }).required;
      expect(problemOf({ ...found[0], [first!]: undefined })).toMatch(/required/);
    },
  );

  it('is of an entity in the list', () => {
    const types = new Set(entities.map(({ type }) => type));
    expect(items.filter(({ type }) => !types.has(String(type)))).toEqual([]);
    expect(problemOf({ type: 'none', v: 1 })).toBe('no entity has the type none');
    expect(problemOf({ ...items[0], v: 2 })).toBe('v is 2, and the last schema version is 1');
  });
});
