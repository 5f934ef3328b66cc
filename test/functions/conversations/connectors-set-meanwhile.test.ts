/** Connectors that are removed or replaced between the two reads of a try of a job. */
import { beforeAll, expect, it } from 'vitest';
import { handler as setConnectors } from '../../../functions/connectors/set-connectors.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { under } from '../../support/expected.ts';
import { before } from '../../support/meeting.ts';
import { forgetReplies, openWorld, through } from '../../support/opened-world.ts';
import { meeting } from '../social/support.ts';
import { accepted, contactsOf, itemsOf, newAccount, run, send } from './support.ts';

let opened: OpenTable;
beforeAll(async () => {
  process.env.WEBHOOKS_LOCAL = 'allowed';
  opened = await openWorld();
});

const setTo = async (n: number, connectors: object[], more: object = {}) => {
  const request = { headers: { 'x-business-number': String(n) }, body: { connectors, ...more } };
  expect((await call(setConnectors, request)).status).toBe(200);
};

it.each(['removed', 'replaced'])('a job goes nowhere by a connector that was %s', async (how) => {
  const n = await newAccount();
  await accepted(send(n + 1, { customerId: contactsOf(n).ada }));
  const isSecret = (input: string, operation: string) => operation === 'BatchGetItem' && input.includes('SECRET#');
  const { table } = meeting(opened, isSecret, async () => {
    await setTo(n, []);
    if (how === 'replaced') await setTo(n, [{ channel: 'SMS', url: 'http://localhost:9002/' }]);
  });
  const { sent, messages } = await run(table as OpenTable, n);
  expect([sent, messages.length]).toEqual([[], 1]);
  // It comes again, to what holds by then.
  await run(opened, n);
  const [after] = (await itemsOf('job', n)).map(({ status, reason }) => ({ status, reason }));
  expect(after).toEqual(
    how === 'removed' ? { status: 'failed', reason: 'no connector' } : { status: 'done', reason: undefined },
  );
});

it('a new authorization does not go to the URL of before', async () => {
  const n = await newAccount();
  await accepted(send(n + 1, { customerId: contactsOf(n).ada }));
  const isSecret = (input: string, operation: string) => operation === 'BatchGetItem' && input.includes('SECRET#');
  const auth = { username: 'new', password: 'new-secret' };
  const { table } = meeting(opened, isSecret, () =>
    setTo(n, [{ channel: 'SMS', url: 'http://localhost:9002/' }], { auth }),
  );
  const { sent, messages } = await run(table as OpenTable, n);
  expect([sent, messages.length]).toEqual([[], 1]);
  await run(opened, n);
  expect(await itemsOf('job', n)).toMatchObject([{ status: 'done' }]);
});

it('a removal of connectors that another request has removed takes its key, and removes none that come later', async () => {
  const n = await newAccount();
  const headers = { 'x-business-number': String(n) };
  const removal = () => call(setConnectors, under(`none-${n}`, { headers, body: { connectors: [] } }));
  const first = await through(
    before(() => setTo(n, [])),
    removal,
  );
  expect([first.status, first.body.connectors]).toEqual([200, []]);
  await setTo(n, [{ channel: 'SMS', url: 'http://localhost:9002/' }]);
  const again = await removal();
  expect([again.body, again.headers['Idempotent-Replayed']]).toEqual([first.body, 'true']);
  await forgetReplies();
  expect((await removal()).body).toEqual(first.body);
  expect((await itemsOf('subscription', n)).map(({ kind }) => kind)).toEqual(['connectors']);
});

it('a replacement whose other try was executed ahead of a removal answers as that', async () => {
  const n = await newAccount();
  const headers = { 'x-business-number': String(n) };
  const connectors = [{ channel: 'SMS', url: 'http://localhost:9002/' }];
  const replacement = () => call(setConnectors, under(`replaced-${n}`, { headers, body: { connectors } }));
  await setTo(n, connectors);
  const isRead = (operation: string, input: string) => operation !== 'TransactWriteItems' && input.includes('#SUB');
  const meets = async () => {
    expect((await replacement()).status).toBe(200);
    await setTo(n, []);
  };
  const late = await through(before(meets, isRead), replacement);
  expect([late.status, late.headers['Idempotent-Replayed']]).toEqual([200, 'true']);
  expect((await replacement()).body).toEqual(late.body);
  expect(await itemsOf('subscription', n)).toEqual([]);
});
