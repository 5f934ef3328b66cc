/** Connectors that are removed or replaced between the two reads of a try of a job. */
import { beforeAll, expect, it } from 'vitest';
import { handler as setConnectors } from '../../../functions/connectors/set-connectors.ts';
import { jobFrom } from '../../../lib/connectors/repository/job.ts';
import { jobMessage, type WorkMessage } from '../../../lib/connectors/repository/messages.ts';
import { runJob } from '../../../lib/connectors/run-job.ts';
import type { RunWays } from '../../../lib/connectors/ways.ts';
import { jobKinds as kinds } from '../../../lib/job-kinds.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { openWorld } from '../../support/opened-world.ts';
import { meeting } from '../social/support.ts';
import { accepted, contactsOf, done, itemsOf, newAccount, run, send } from './support.ts';

let opened: OpenTable;
beforeAll(async () => {
  process.env.WEBHOOKS_LOCAL = 'allowed';
  opened = await openWorld();
});

const setTo = async (n: number, connectors: object[]) => {
  const request = { headers: { 'x-business-number': String(n) }, body: { connectors } };
  expect((await call(setConnectors, request)).status).toBe(200);
};

it.each(['removed', 'replaced'])('a job goes nowhere by a connector that was %s', async (how) => {
  const n = await newAccount();
  await accepted(send(n + 1, { customerId: contactsOf(n).ada }));
  const [item] = (await itemsOf('job', n)).filter(({ status }) => status === 'pending');
  const isSecret = (input: string, operation: string) => operation === 'BatchGetItem' && input.includes('SECRET#');
  const { table } = meeting(opened, isSecret, async () => {
    await setTo(n, []);
    if (how === 'replaced') await setTo(n, [{ channel: 'SMS', url: 'http://localhost:9002/' }]);
  });
  const [urls, sent]: [string[], WorkMessage[]] = [[], []];
  const queue = {
    send: async (all: readonly { body: string }[]) => void sent.push(...all.map(({ body }) => JSON.parse(body))),
    within: () => queue,
  };
  const ways: RunWays = {
    ...{ table, kinds, receipts: 1, mostOfPartner: 5, signedUrl: (key: string) => key },
    queue: queue as unknown as RunWays['queue'],
    post: async ({ url }) => {
      urls.push(url);
      return { milliseconds: 1, ...done };
    },
  };
  await runJob(jobMessage(jobFrom(item!)), ways);
  expect([urls, sent.length]).toEqual([[], 1]);
  // It comes again, to what holds by then.
  await run(opened, n);
  const [after] = (await itemsOf('job', n)).map(({ status, reason }) => ({ status, reason }));
  expect(after).toEqual(
    how === 'removed' ? { status: 'failed', reason: 'no connector' } : { status: 'done', reason: undefined },
  );
});
