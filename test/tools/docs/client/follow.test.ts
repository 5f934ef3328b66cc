/** What follows changes and bulk updates in the TypeScript client, against a server that answers as a test sets. */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shapeOf } from '../../../../lib/http/body/guard.ts';
import { buildClient } from '../../../../tools/docs/client/build.ts';
import { BULK, CHANGES, type FollowServer, SPLIT, splitReplies, startFollowServer } from './follow-server.ts';

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

const FAST = { waitMilliseconds: 1 };

it('iterates over changes, each once, with the cursor to go on from', async () => {
  server.answerWith(CHANGES.replies);
  const found: unknown[] = [];
  for await (const { id, cursor } of client.changes({ businessNumber: 1, types: 'T' }, FAST)) {
    found.push([id, cursor]);
    if (found.length === 3) break;
  }
  expect(found).toEqual(CHANGES.yields);
  expect(server.asked().map(({ url }) => url.searchParams.get('cursor'))).toEqual(CHANGES.cursors);
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
  expect(server.asked().flatMap(({ body }) => body.updates)).toEqual(rows);
});
  for (const { body } of server.asked()) expect(shapeOf(JSON.stringify(body)).problem).toBeUndefined();
