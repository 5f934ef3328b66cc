/** The table's stream on this machine: what a deletion leaves is removed over HTTP, and what a mapping does with records. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryFrom } from '../../lib/audit/repository/entry.ts';
import { patio } from '../../lib/media/contracts/demo.cases.ts';
import { matches } from '../../tools/local/event-pattern.ts';
import { type EventSourceOptions, eventSource, type StreamRecord } from '../../tools/local/event-source.ts';
import type { EventSource } from '../../tools/local/model.ts';
import type { Service } from '../../tools/local/service.ts';
import { startStreams } from '../../tools/local/streams.ts';
import { itemsOf } from '../support/data-files.ts';
import { startDemoService } from '../support/demo-service.ts';
import { KEYS, world } from '../support/world.ts';

const source: EventSource = {
  id: 'Mapping',
  functionId: 'Function',
  startingPosition: 'TRIM_HORIZON',
  batchSize: 2,
  patterns: [],
  retryAttempts: 3,
  bisects: true,
  namesFailures: true,
};
const records: readonly StreamRecord[] = [1, 2, 3, 4, 5].map((number) => ({
  eventName: number === 3 ? 'REMOVE' : 'INSERT',
  dynamodb: { SequenceNumber: String(number) },
}));
const numbersOf = (event: unknown) =>
  (event as { Records: readonly StreamRecord[] }).Records.map(({ dynamodb }) => dynamodb.SequenceNumber);

/** What a function was called with, and what was given up. */
const run = async (more: Partial<EventSource>, answer: (numbers: readonly unknown[], call: number) => unknown) => {
  const calls: unknown[][] = [];
  const givenUp: unknown[] = [];
  const options: EventSourceOptions = {
    source: { ...source, ...more },
    invoke: async (_, event) => JSON.stringify(answer(numbersOf(event), calls.push(numbersOf(event)))),
    onGivenUp: (left) => givenUp.push(...left.map(({ dynamodb }) => dynamodb.SequenceNumber)),
    signal: new AbortController().signal,
    firstPause: 1,
  };
  await eventSource(options)(records);
  return { calls, givenUp };
};

describe('A mapping of a stream', () => {
  it('calls with batches of what its filters let through, in order', async () => {
    const { calls } = await run({ patterns: [{ eventName: ['INSERT', 'MODIFY'] }] }, () => null);
    expect(calls).toEqual([
      ['1', '2'],
      ['4', '5'],
    ]);
  });

  it('tries again from the first record that is named', async () => {
    const failing = (_: readonly unknown[], call: number) => ({
      batchItemFailures: call === 1 ? [{ itemIdentifier: '2' }] : [],
    });
    expect((await run({ batchSize: 5 }, failing)).calls).toEqual([
      ['1', '2', '3', '4', '5'],
      ['2', '3', '4', '5'],
    ]);
  });

  it('cuts a batch in two that a function fails at, and gives up what fails each time', async () => {
    const { calls, givenUp } = await run({ batchSize: 4 }, (numbers) => {
      if (numbers.includes('2')) throw new Error('broken');
      return null;
    });
    expect(givenUp).toEqual(['2']);
    expect(calls.flat().filter((each) => each === '5')).toHaveLength(1);
    expect(calls).toContainEqual(['3', '4']);
    expect(calls.filter((each) => each.includes('2'))).toHaveLength(4);
  });

  it.each([
    [{ a: ['x', 'y'] }, { a: 'y' }, true],
    [{ a: ['x'] }, { a: 'y' }, false],
    [{ a: ['x'] }, {}, false],
    [{ a: { b: { S: ['x'] } } }, { a: { b: { S: 'x' } } }, true],
    [{ a: { b: { S: ['x'] } } }, { a: 'x' }, false],
    [{ a: [{ prefix: 'x' }] }, { a: 'xy' }, true],
    [{ a: [{ exists: false }] }, {}, true],
    [{ a: [{ exists: true }] }, {}, false],
    [{ a: [{ 'anything-but': ['x'] }] }, { a: 'y' }, true],
    [{ a: [{ 'anything-but': 'x' }] }, { a: 'x' }, false],
    [{ a: [null] }, { a: null }, true],
  ])('of the filter %j: %j matches: %s', (pattern, record, expected) =>
    expect(matches(pattern, record)).toBe(expected),
  );

  it('knows no other comparison', () => {
    expect(() => matches({ a: [{ numeric: ['>', 1] }] }, { a: 2 })).toThrow('numeric');
  });
});

describe('Over HTTP', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startDemoService(world as readonly object[]);
  });
  afterAll(() => service?.close());

  const ask = async (method: string, path: string, body?: object) => {
    const headers = { 'x-api-key': KEYS.ours, 'content-type': 'application/json' };
    const response = await fetch(service.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
    return { status: response.status, body: (await response.json()) as any };
  };

  it('what a location leaves is removed by itself', async () => {
    const link = { sourceAlias: 'alpha', url: 'https://rival.example' };
    expect((await ask('POST', '/v1/aggregation/competitor/301/101', link)).status).toBe(200);
    const contact = () => ask('POST', '/v1/customer-v2/external/getCustomer?businessId=100', { id: 1 });
    expect((await contact()).body.mappings).toHaveLength(2);
    expect(await ask('DELETE', '/v1/business/101')).toEqual({ status: 200, body: {} });
    expect((await ask('DELETE', '/v1/business/101')).body).toEqual({ code: 1175, message: 'No business with this id' });
    await expect.poll(async () => (await contact()).body.mappings, { interval: 100 }).toHaveLength(1);
    const left = (await itemsOf(service.table)).filter(
      ({ pk, sk }) => /^P#ours#BUSINESS#101$/.test(String(pk)) || /^AGG#101#/.test(String(sk)),
    );
    expect(left.map(({ sk }) => sk)).toEqual(['DELETED']);
  });

  it('what a function does of an upload is in the audit by its name', async () => {
    const { mediaId: _, status: __, ...photo } = patio;
    const body = { media: [{ ...photo, url: 'https://unknown.invalid/patio.jpg' }] };
    expect(await ask('POST', '/v1/business/103/upload/media', body)).toMatchObject({
      body: { uploadId: expect.any(String) },
    });
    const changes = async () =>
      (await itemsOf(service.table))
        .filter(({ type, what, change }) => type === 'auditEntry' && what === 'media' && change === 'changed')
        .map((item) => entryFrom(item).writer);
    await expect.poll(changes, { interval: 100 }).not.toHaveLength(0);
    for (const writer of await changes()) expect(writer).toMatchObject({ kind: 'function', name: 'fetch-media' });
  });

  it('an engine without a stream of the table is said in one line', async () => {
    const notices: string[] = [];
    const streams = startStreams({
      table: { ...service.table, name: 'no-such-table' },
      endpoint: service.endpoint,
      sources: [source],
      invoke: async () => 'null',
      onNotice: (text) => notices.push(text),
    });
    await expect.poll(() => notices).toHaveLength(1);
    expect(notices[0]).toMatch(
      /^No streams at http:.*: what deleted records leave behind is not removed, and nothing is sent to webhooks\.$/,
    );
    await streams.stop();
  });
});
