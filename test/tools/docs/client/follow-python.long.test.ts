/** Lists, changes and bulk updates in the clients for Python, against a server that answers as a test sets. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shapeOf } from '../../../../lib/http/body/guard.ts';
import { writeWheel } from '../../../../tools/docs/client/archives.ts';
import { buildPythonClient } from '../../../../tools/docs/client/build.ts';
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
import { callsOf, installed, type Outcome, STYLES, snake } from './python-support.ts';
import { findPython, PYTHON_VERSIONS } from './pythons.ts';

const MINUTES = 6 * 60_000;
const newest = PYTHON_VERSIONS.findLast(findPython);

describe.skipIf(!newest)(`The clients for Python (on ${newest ?? 'none: there is no Python 3.10 or later'})`, () => {
  let directory: string;
  let server: FollowServer;
  let bin: (name: string) => string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'follow-python-'));
    server = await startFollowServer();
    await buildPythonClient(join(directory, 'python'));
    const wheel = await writeWheel(join(directory, 'python'), directory);
    bin = await installed(findPython(newest!)!, join(directory, 'venv'), wheel);
  }, MINUTES);
  afterAll(async () => {
    server?.close();
    await rm(directory, { recursive: true, force: true });
  });

  describe.each(STYLES)('of the %s client', (style) => {
    const called = async (step: object): Promise<Outcome> => {
      const call = { url: server.url, ...step };
      const { calls } = await callsOf({ python: bin('python'), style, key: 'demo' }, { calls: [call] });
      return calls[0]!;
    };
    /** What the iterator of a method yields. */
    const iterated = async (step: object): Promise<readonly never[]> => {
      const outcome = await called(step);
      expect(outcome).not.toHaveProperty('error');
      return outcome.data as never[];
    };
    const yielded = (method: string, given: object, first?: number) =>
      iterated({ method, with: { business_number: 1, wait_seconds: 0.001, ...given }, first });

    it.each(LISTS)('read a list %s to its end, past a short page', async (_, method, given, replies) => {
      server.answerWith(replies);
      const own = Object.entries(given).map(([name, value]) => [snake(name), value]);
      const step = { of: 'all', method: snake(method), with: { ...Object.fromEntries(own), page_size: 2 } };
      expect((await iterated(step)).map(({ id }) => id)).toEqual([1, 2, 3]);
      expect(server.asked()).toHaveLength(replies.length);
    });

    it('iterate over changes, each once, with the cursor to go on from', async () => {
      server.answerWith(CHANGES.replies);
      const found = await yielded('changes', { types: 'T' }, 4);
      expect(found.map(({ id, cursor }) => [id, cursor])).toEqual(CHANGES.yields);
      const queries = server.asked().map(({ url: { searchParams } }) => searchParams);
      expect(queries.map((query) => query.get('cursor'))).toEqual(CHANGES.cursors);
      expect(queries.map((query) => query.get('types'))).toEqual(['T', 'T', 'T', 'T']);
    });

    it('name the cursor of each page that was read whole, also of one without changes', async () => {
      const step = { method: 'changes', with: { business_number: 1, wait_seconds: 0.001, types: 'T' } };
      server.answerWith(CHANGES.replies);
      expect((await called({ ...step, first: 4 })).cursors).toEqual(CHANGES.whole);
      // Further requests have no reply.
      server.answerWith(QUIET.replies);
      const { error, cursors } = await called({ ...step, settings: { retries: 0 } });
      expect([error, cursors]).toEqual(['ConnectionError', QUIET.whole]);
    });

    it('read a list past a total that counts no further', async () => {
      server.answerWith([
        { totalCount: 100_000, deliveries: [{ id: 1 }] },
        { totalCount: 100_000, deliveries: [] },
      ]);
      const step = { of: 'all', method: 'list_deliveries', with: { subscription_id: 'sub_1', page_size: 100_000 } };
      expect((await iterated(step)).map(({ id }) => id)).toEqual([1]);
      expect(server.asked()).toHaveLength(2);
    });

    it('begin at a time with one change, so that each has a cursor before which nothing is unread', async () => {
      server.answerWith(CHANGES_FROM.replies);
      const found = await yielded('changes', { from_: 5, page_size: 50 }, 3);
      expect(found.map(({ id, cursor }) => [id, cursor])).toEqual(CHANGES_FROM.yields);
      const queries = server.asked().map(({ url: { searchParams } }) => searchParams);
      expect(queries.map((query) => ['from', 'cursor', 'pageSize'].map((name) => query.get(name)))).toEqual(
        CHANGES_FROM.asked,
      );
    });

    it('send a bulk update a thousand rows a request, and yield it until it has ended', async () => {
      server.answerWith(BULK.replies);
      const seen = await yielded('bulk', { rows: BULK.rows, note: 'n' });
      expect(seen.map(({ state, done }) => [state, done])).toEqual(BULK.yields);
      const [first, second] = server.asked();
      expect(first!.body).toMatchObject({ start: false, dryRun: false, note: 'n' });
      expect(second!.body).toMatchObject({ start: true, jobId: 'blk_1', offset: 1000 });
      expect([first!.body.updates.length, second!.body.updates.length]).toEqual([1000, 500]);
    });

    it.each(SPLIT)('send no more in a request than the API takes, by %s', async (_, rows, lengths) => {
      server.answerWith(splitReplies(lengths.length));
      await yielded('bulk', { rows });
      expect(server.asked().map(({ body }) => body.updates.length)).toEqual(lengths);
      for (const { body } of server.asked()) expect(shapeOf(JSON.stringify(body)).problem).toBeUndefined();
      expect(server.asked().flatMap(({ body }) => body.updates)).toEqual(rows);
    });
  });
});
