/** Exports of more than a request reads: too many conversations, and too large messages. */
import { beforeAll, expect, it } from 'vitest';
import type { StoredConversation } from '../../../lib/conversations/repository/conversation.ts';
import { talks } from '../../../lib/conversations/repository/talks.ts';
import { readBudget } from '../../../lib/dynamodb/table/read-units.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf } from '../../support/call.ts';
import { refused } from '../../support/expected.ts';
import { bring, openWorld, through } from '../../support/opened-world.ts';
import { contactsOf, exported, newAccount } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

it('has no messages of days before those that are kept', async () => {
  const name = { partnerId: 'ours', accountNumber: 1, businessNumber: 2, contactId: 3 };
  const { messages } = talks({ table, partnerId: 'ours' });
  const span = { from: 2, until: 1 };
  expect(await messages([name as StoredConversation], span, () => true, readBudget(1))).toEqual([[]]);
});

it('refuses more than 4 MB of the index, and asks for fewer days', async () => {
  const n = await newAccount();
  expect(await talks({ table, partnerId: 'ours' }).since(n, 0, 0)).toEqual({ rows: [], units: 0.5 });
  const page = Array.from({ length: 5000 }, (_, at) => ({
    pk: { S: `P#ours#ACCOUNT#${n}#CONTACT#${at}`.padEnd(100, '0') },
    sk: { S: `TALK#${n + 1}` },
    gsi1pk: { S: `P#ours#ACCOUNT#${n}#TALKS` },
    gsi1sk: { S: '9'.padStart(13, '0').padEnd(800, '#') },
  }));
  const outcome = await through(
    (call) => async (operation, input, options) =>
      operation === 'Query' ? ({ Items: page } as never) : call(operation, input, options),
    () => answerOf(exported(n)),
  );
  expect(outcome).toEqual(
    refused(
      400,
      400,
      'There are too many conversations to be listed at once; ask for fewer days with startDate and endDate',
    ),
  );
});

it('refuses a page of more than 4 MB of messages, and shows the newest 200 of a conversation', async () => {
  const n = await newAccount();
  const { ada, ben } = contactsOf(n);
  const now = Date.now() - 3600_000;
  const started = new Date(now).toISOString();
  const lines = (customerId: number, count: number, text: string, channel = 'SMS') => [
    { type: 'conversation', businessNumber: n + 1, customerId, id: customerId, started },
    ...Array.from({ length: count }, (_, at) => ({
      ...{ type: 'message', businessNumber: n + 1, customerId, sentAt: now + at, text: `${at} ${text}`, channel },
      id: `msg_${now + at}_${String(at).padStart(16, '0')}`,
      ...{ direction: 'RECEIVE', status: 'RECEIVED' },
    })),
  ];
  await bring([...lines(ada, 201, 'short'), ...lines(ben, 110, '€'.repeat(9990), 'EMAIL')]);
  const large = await exported(n, { size: 1, contact: { customerId: ada } });
  const { messages } = large.body.conversations[0];
  expect([messages.length, messages[0].text, messages.at(-1).text]).toEqual([200, '1 short', '200 short']);
  expect(await answerOf(exported(n, { contact: { customerId: ben } }))).toMatchObject({ status: 200 });
  // The same twice as large.
  const padded = { pad: { S: 'x'.repeat(10_000) } };
  const outcome = await through(
    (call) => async (operation, input, options) => {
      const output = await call(operation, input, options);
      if (operation !== 'Query' || !JSON.stringify(input).includes('#TALK#')) return output;
      const { Items = [] } = output as { Items?: readonly object[] };
      return { ...output, Items: Items.map((item) => ({ ...item, ...padded })) } as never;
    },
    () => answerOf(exported(n, { contact: { customerId: ben } })),
  );
  expect(outcome).toEqual(
    refused(
      400,
      400,
      'The messages of this page are too large to be read at once; ask for a smaller size, or for fewer days',
    ),
  );
});
