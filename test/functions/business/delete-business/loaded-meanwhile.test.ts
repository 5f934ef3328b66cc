/** A location, or what is mapped to it, that is loaded again while what it left is being removed: what is left agrees. */
import { beforeAll, expect, inject, it } from 'vitest';
import { handler as checkIn } from '../../../../functions/contacts/check-in.ts';
import { jobKey } from '../../../../lib/connectors/repository/job.ts';
import { sequenceOf } from '../../../../lib/connectors/repository/sequence.ts';
import { contactPointerKey } from '../../../../lib/contacts/repository/contact.ts';
import type { Call } from '../../../../lib/dynamodb/client/call.ts';
import { functionClient } from '../../../../lib/dynamodb/client/client.ts';
import { leftovers } from '../../../../lib/dynamodb/stream/tombstones.ts';
import { tableOf } from '../../../../lib/dynamodb/table/table.ts';
import { entities } from '../../../../lib/entities.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { call } from '../../../support/call.ts';
import { bring, scan } from '../../../support/opened-world.ts';
import { get as getContact } from '../../contacts/writes.ts';
import * as talks from '../../conversations/support.ts';
import * as surveys from '../../surveys/support.ts';
import * as tickets from '../../tickets/support.ts';
import { nextNumber, openWorld, remove, tombstones } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  process.env.WEBHOOKS_LOCAL = 'allowed';
  table = await openWorld();
});

const { sweep } = leftovers(entities).get('tombstone')!;

/** Deletes the first location of an account; what it left is swept by a store that announces each transaction. */
const removed = async (n: number, ahead: (input: string) => Promise<void> | void) => {
  expect((await remove(n + 1)).status).toBe(200);
  const [tombstone] = await tombstones(n + 1);
  const shown = { ...tombstone!, deletedAt: '2020-01-01T00:00:00.000Z' };
  const watching =
    (call: Call): Call =>
    async (operation, input, options) => {
      if (operation === 'TransactWriteItems') await ahead(JSON.stringify(input));
      return call(operation, input, options);
    };
  const store = { table: tableOf(table.name, watching(functionClient(inject('endpoint')))), partnerId: 'ours' };
  return (hasTime: boolean) => sweep(store, shown, { entities, hasTime: () => hasTime });
};

const locationsOf = (n: number, position: number) => [
  { type: 'business', businessNumber: n + position, accountNumber: n, business: { name: `Place ${position}` } },
];

/** Removes what a location left part by part; once a part with this text is gone, the location is loaded again. */
const removeAndLoad = async (n: number, text: string): Promise<void> => {
  let isGone = false;
  const sweepOnce = await removed(n, (input) => {
    if (input.includes(text)) isGone = true;
  });
  while (!isGone) expect(await sweepOnce(false)).toBe('more');
  await bring(locationsOf(n, 1));
  expect(await sweepOnce(true)).not.toBe('more');
};

it('the responses that are left are those that are counted and listed', async () => {
  const n = await surveys.newAccount();
  const [one, two] = [await surveys.created(n), await surveys.created(n)];
  const sent = Array.from({ length: 25 }, () => surveys.submitted(one, n + 1, {}));
  await Promise.all([...sent, surveys.submitted(one, n + 2, {}), surveys.submitted(two, n + 1, {})]);
  await removeAndLoad(n, '#RESPONSE#');
  const left = (await surveys.itemsOf(n)).filter(({ type }) => type === 'surveyResponse');
  expect(left.length).toBeGreaterThan(1);
  expect(left.length).toBeLessThan(27);
  for (const id of [one, two]) {
    for (const at of [n, n + 1, n + 2]) {
      const own = left.filter(({ surveyId, businessNumber }) => surveyId === id && (at === n || businessNumber === at));
      const { totalResponses, responseList } = (await surveys.responses(id, at, {}, { size: 1000 })).body;
      const { responses } = (await surveys.get(id, at)).body;
      expect([responses, totalResponses, responseList.length], `${id} at ${at}`).toEqual(Array(3).fill(own.length));
    }
  }
});

it('a review whose ticket went gets another', async () => {
  const n = await tickets.newAccount();
  const first = await tickets.created(n + 1, tickets.ofReview(n));
  await removeAndLoad(n, '"TICKET"');
  const reviewDate = '2026-01-02T03:04:05.000Z';
  await bring([{ type: 'review', businessNumber: n + 1, reviewId: 'r1', sourceAlias: 'maps', rating: 1, reviewDate }]);
  const again = await tickets.created(n + 1, tickets.ofReview(n));
  expect(again).not.toBe(first);
  expect((await tickets.get(n + 1, again)).status).toBe(200);
});

it('a message that is next in a conversation is there, with its job', async () => {
  const n = await talks.newAccount();
  const { ada } = talks.contactsOf(n);
  await talks.runAll(table, n);
  for (const text of ['1', '2', '3']) await talks.accepted(talks.send(n + 1, { customerId: ada, text }));
  await removeAndLoad(n, `#TALK#${n + 1}#${ada}`);
  for (const item of (await scan()).filter(
    ({ type, accountNumber }) => type === 'conversation' && accountNumber === n,
  )) {
    const { first, waiting } = sequenceOf(item);
    for (const id of [first, ...waiting].filter((each) => each !== undefined))
      expect(await table.get(jobKey({ partnerId: 'ours', id })), id).toBeDefined();
  }
  const body = { name: 'C 0', emailId: `c0-${n}@mail.example` };
  expect((await call(checkIn, { query: { bid: String(n + 1) }, body })).status).toBe(200);
  const { messageId } = await talks.accepted(talks.send(n + 1, { customerId: ada, text: 'Next' }));
  await talks.runAll(table, n);
  expect(await talks.messagesOf(n, ada)).toContainEqual(expect.objectContaining({ id: messageId, status: 'SENT' }));
});

it('a contact is found by each of its mappings, which another location has taken over meanwhile', async () => {
  const n = nextNumber();
  const cids = Array.from({ length: 90 }, (_, index) => 7_000_000_000 + n * 1000 + index);
  const contactAt = (businessNumber: number) => {
    const mappings = cids.map((cid) => ({ cid, businessNumber }));
    return { type: 'contact', accountNumber: n, contact: { id: n + 4, email: `c${n}@mail.example`, mappings } };
  };
  const account = { type: 'account', accountNumber: n, partnerId: 'ours', name: 'A' };
  await bring([account, ...locationsOf(n, 1), ...locationsOf(n, 2), contactAt(n + 1)]);
  const first = contactPointerKey({ partnerId: 'ours', accountNumber: n }, 'CID', cids[0]!).pk;
  let isLoaded = false;
  const sweepOnce = await removed(n, async (input) => {
    if (isLoaded || !input.includes(first)) return;
    isLoaded = true;
    await bring([contactAt(n + 2)]);
  });
  while ((await sweepOnce(true)) === 'more');
  expect(isLoaded).toBe(true);
  for (const cid of cids)
    expect((await getContact({ cid }, { query: { businessId: String(n) } })).body).toMatchObject({ id: n + 4 });
});
