/** Lists, changes and bulk updates in the TypeScript client, against a server that answers as a test sets. */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shapeOf } from '../../../../lib/http/body/guard.ts';
import { buildClient } from '../../../../tools/docs/client/build.ts';
import {
  BULK,
  CHANGES,
  CHANGES_FROM,
  type FollowServer,
  LISTS,
  QUIET,
  SPLIT,
  splitReplies,
  startFollowServer,
} from './follow-server.ts';

let directory: string;
let server: FollowServer;
// biome-ignore lint/suspicious/noExplicitAny: the client as it was built
let client: any;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'follow-'));
  server = await startFollowServer();
  await buildClient(directory);
  await symlink(join(import.meta.dirname, '../../../../node_modules'), join(directory, 'node_modules')).catch(() => {});
  const { PartnerListing } = await import(pathToFileURL(join(directory, 'client.js')).href);
  client = new PartnerListing({ baseUrl: server.url, apiKey: 'demo' });
});
afterAll(async () => {
  server?.close();
  await rm(directory, { recursive: true });
});

it.each(LISTS)('reads a list %s to its end, past a short page', async (_, method, given, replies) => {
  server.answerWith(replies);
  const ids: unknown[] = [];
  for await (const { id } of client.all[method](given, { pageSize: 2 })) ids.push(id);
  expect(ids).toEqual([1, 2, 3]);
  expect(server.asked()).toHaveLength(replies.length);
});

const FAST = { waitMilliseconds: 1 };

it('iterates over changes, each once, with the cursor to go on from', async () => {
  server.answerWith(CHANGES.replies);
  const found: unknown[] = [];
  const whole: string[] = [];
  const options = { ...FAST, onCursor: async (cursor: string) => whole.push(cursor) };
  for await (const { id, cursor } of client.changes({ businessNumber: 1, types: 'T' }, options)) {
    found.push([id, cursor]);
    if (found.length === 4) break;
  }
  expect(found).toEqual(CHANGES.yields);
  expect(whole).toEqual(CHANGES.whole);
  expect(server.asked().map(({ url }) => url.searchParams.get('cursor'))).toEqual(CHANGES.cursors);
});

it('begins at a time with one change, so that each has a cursor before which nothing is unread', async () => {
  server.answerWith(CHANGES_FROM.replies);
  const found: unknown[] = [];
  for await (const { id, cursor } of client.changes({ businessNumber: 1, from: 5, pageSize: 50 }, FAST)) {
    found.push([id, cursor]);
    if (found.length === 3) break;
  }
  expect(found).toEqual(CHANGES_FROM.yields);
  const queries = server.asked().map(({ url }) => url.searchParams);
  expect(queries.map((query) => ['from', 'cursor', 'pageSize'].map((name) => query.get(name)))).toEqual(
    CHANGES_FROM.asked,
  );
});

it('names the cursor of each page without changes, before it waits', async () => {
  server.answerWith([...QUIET.replies]);
  const whole: string[] = [];
  const stop = new AbortController();
  const onCursor = (cursor: string) => {
    whole.push(cursor);
    if (whole.length === QUIET.whole.length) stop.abort(new Error('enough'));
  };
  const options = { ...FAST, onCursor, signal: stop.signal };
  await expect(client.changes({ businessNumber: 1, types: 'T' }, options).next()).rejects.toThrow('enough');
  expect(whole).toEqual(QUIET.whole);
});

it('stops waiting for changes when its signal is aborted', async () => {
  server.answerWith([CHANGES.replies[0]!]);
  const stop = new AbortController();
  const reading = client.changes({ businessNumber: 1 }, { waitMilliseconds: 60_000, signal: stop.signal }).next();
  setTimeout(() => stop.abort(new Error('enough')), 200);
  await expect(reading).rejects.toThrow('enough');
});

it('sends a bulk update a thousand rows a request, and yields it until it has ended', async () => {
  server.answerWith(BULK.replies);
  const seen: unknown[] = [];
  const request = { businessNumber: 1, rows: BULK.rows, note: 'n' };
  for await (const { state, done } of client.bulk(request, FAST)) seen.push([state, done]);
  expect(seen).toEqual(BULK.yields);
  const [first, second] = server.asked();
  expect(first!.body).toMatchObject({ start: false, dryRun: false, note: 'n' });
  expect(second!.body).toMatchObject({ start: true, jobId: 'blk_1', offset: 1000 });
  expect([first!.body.updates.length, second!.body.updates.length]).toEqual([1000, 500]);
});

it.each(SPLIT)('sends no more in a request than the API takes, by %s', async (_, rows, lengths) => {
  server.answerWith(splitReplies(lengths.length));
  for await (const { state } of client.bulk({ businessNumber: 1, rows }, FAST)) expect(state).toBe('DONE');
  expect(server.asked().map(({ body }) => body.updates.length)).toEqual(lengths);
  for (const { body } of server.asked()) expect(shapeOf(JSON.stringify(body)).problem).toBeUndefined();
  expect(server.asked().flatMap(({ body }) => body.updates)).toEqual(rows);
});
