/** Employees: merged by email, listed in order, limited, and inactive once their last location is gone. */
import { beforeAll, expect, it } from 'vitest';
import { employeeCount } from '../../../lib/employees/repository/employee.ts';
import { lineFor } from '../../../tools/data/export.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { type Answer, answerOf } from '../../support/call.ts';
import { refused, under } from '../../support/expected.ts';
import { before } from '../../support/meeting.ts';
import { bring, forgetReplies, openWorld, scan, through } from '../../support/opened-world.ts';
import { remove, sweep } from '../business/delete-business/support.ts';
import { emails, list, newAccount, save } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const invalid = (message: string) => refused(400, 400, message);
const itemsOf = async (n: number) =>
  (await scan()).filter(({ type, accountNumber }) => String(type).startsWith('employee') && accountNumber === n);
const blank = { lastName: '', phone: '', imageUrl: '' };

it('creates, merges by email without case, and clears what is blank', async () => {
  const n = await newAccount();
  const made = await answerOf(
    save(n + 1, { emailId: 'Ada@Shop.example', firstName: 'Ada', lastName: 'Low', phone: '+44 20 7946 0000' }),
  );
  const ada = {
    emailId: 'Ada@Shop.example',
    firstName: 'Ada',
    lastName: 'Low',
    phone: '+44 20 7946 0000',
    imageUrl: '',
  };
  expect(made).toEqual({ status: 200, body: { ...ada, businessNumbers: [n + 1], active: true } });
  const merged = await answerOf(
    save(n + 2, { emailId: 'ada@shop.example', lastName: null, phone: '', imageUrl: 'img.example/a.png' }),
  );
  const after = { ...ada, lastName: '', phone: '', imageUrl: 'img.example/a.png' };
  expect(merged.body).toEqual({ ...after, businessNumbers: [n + 1], active: true });
  expect((await save(n, { emailId: 'ada@shop.example', businessNumbers: [] })).body.businessNumbers).toEqual([]);
  expect(await emails(n + 2)).toEqual(['Ada@Shop.example']);
  expect((await save(n, { emailId: 'b@shop.example', firstName: 'Bo' })).body).toEqual({
    ...blank,
    emailId: 'b@shop.example',
    firstName: 'Bo',
    businessNumbers: [],
    active: true,
  });
  expect((await save(n, { emailId: 'b@shop.example', active: 0 })).body.active).toBe(false);
  expect((await save(n, { emailId: 'b@shop.example', active: '' })).body.active).toBe(true);
});

it('changes nothing in a dry run or where nothing changes, and answers alike under a key', async () => {
  const n = await newAccount();
  const body = { emailId: 'ada@shop.example', firstName: 'Ada' };
  const dry = await answerOf(save(n, body, { query: { validateOnly: 'true' } }));
  expect(await itemsOf(n)).toEqual([]);
  const made = await answerOf(save(n, body, under(`employee-${n}`)));
  expect(made).toEqual(dry);
  const before = await itemsOf(n);
  expect(await answerOf(save(n, body))).toEqual(made);
  expect(await answerOf(save(n, { ...body, lastName: 'Low' }, { query: { validateOnly: 'true' } }))).toMatchObject({
    body: { lastName: 'Low' },
  });
  const again = await save(n, body, under(`employee-${n}`));
  expect([again.body, again.headers['Idempotent-Replayed']]).toEqual([made.body, 'true']);
  expect(await itemsOf(n)).toEqual(before);
});

it('says what is wrong in order: fields, the business, the first name, then locations', async () => {
  const n = await newAccount();
  const body = { emailId: 'ada@shop.example', firstName: 'Ada' };
  for (const [at, sent, answer] of [
    [n, { firstName: 'Ada' }, refused(400, 1052)],
    [n, { ...body, emailId: `${'a'.repeat(244)}@mail.example` }, refused(400, 1053)],
    ['x', { ...body, firstName: '' }, invalid('firstName must not be blank')],
    ['x', { emailId: body.emailId, businessNumbers: [7] }, refused(404, 1011)],
    [n, { emailId: body.emailId, businessNumbers: [7] }, invalid('firstName is required')],
    [
      n,
      { ...body, businessNumbers: [n + 1, 201, n, -1] },
      refused(400, 5556, `Business ids are invalid: 201, ${n}, -1`),
    ],
    [n, { ...body, businessNumbers: Array(101).fill(n + 1) }, invalid('businessNumbers must have at most 100 items')],
  ] as const)
    expect([sent, await answerOf(save(at, sent))]).toEqual([sent, answer]);
  const headers = { accept: 'application/problem+json' };
  const nameless = await save(n, { emailId: body.emailId }, { headers });
  expect(nameless.body.errors).toMatchObject([{ pointer: '/firstName', message: 'firstName is required' }]);
});

it('makes one of saves of one email at once, and never more than an account may have', async () => {
  const n = await newAccount();
  const sent = ['A@shop.example', 'a@shop.example', 'a@SHOP.example', 'a@shop.example'].map((emailId, at) =>
    save(n, {
      emailId,
      firstName: 'Ada',
      [['lastName', 'phone', 'imageUrl', 'active'][at]!]: ['Low', '(650) 555-0100', 'img.example', false][at],
    }),
  );
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const [item, count] = (await itemsOf(n)).toSorted((a, b) => String(a.type).localeCompare(String(b.type)));
  expect(item).toMatchObject({ lastName: 'Low', phone: '(650) 555-0100', imageUrl: 'img.example', active: false });
  expect(count).toMatchObject({ amount: 1 });
  const { key } = employeeCount({ partnerId: 'ours', accountNumber: n });
  await table.update({
    Key: key,
    UpdateExpression: 'SET amount = :amount',
    ExpressionAttributeValues: { ':amount': 1998 },
  });
  const more = Array.from({ length: 5 }, (_, at) => save(n, { emailId: `e${at}@shop.example`, firstName: 'E' }));
  expect((await Promise.all(more)).map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400, 400]);
  expect(await answerOf(save(n, { emailId: 'z@shop.example', firstName: 'Z' }))).toEqual(
    invalid("emailId must be of one of the account's 2000 employees, the most it can have"),
  );
  expect((await save(n, { emailId: 'a@shop.example', active: true })).status).toBe(200);
});

it('lists active ones by last name, first name and email, in the order of code points', async () => {
  const n = await newAccount();
  for (const [emailId, firstName, lastName] of [
    ['5@x.example', 'Zoë', 'brown'],
    ['4@x.example', 'Ann', 'Brown'],
    ['2@x.example', 'ann', 'Adams'],
    ['1@x.example', 'Ann', 'adams'],
    ['7@x.example', 'A', '\u{1F600}'],
    ['6@x.example', 'A', '\uFF21'],
    ['0@x.example', 'Ann', undefined],
  ])
    await save(n, { emailId, firstName, lastName });
  const all = ['0', '1', '2', '4', '5', '6', '7'].map((each) => `${each}@x.example`);
  expect(await emails(n)).toEqual(all);
  expect(await emails(n, { startIndex: '2', pageSize: '3' })).toEqual(all.slice(2, 5));
  expect(await emails(n, { startIndex: '5' })).toEqual(all.slice(5));
  expect(await answerOf(list(n, { pageSize: '0' }))).toEqual(refused(400, 2347, 'Page size must be 1 to 1000'));
});

it('who loses the last location becomes inactive, and not one of all; lines bring all of it back', async () => {
  const n = await newAccount();
  await save(n + 1, { emailId: 'one@x.example', firstName: 'One' });
  await save(n, { emailId: 'both@x.example', firstName: 'Both', businessNumbers: [n + 2, n + 1, n + 2] });
  await save(n, { emailId: 'all@x.example', firstName: 'All' });
  await remove(n + 1);
  await sweep([n + 1]);
  expect(await emails(n)).toEqual(['all@x.example', 'both@x.example']);
  expect((await save(n, { emailId: 'both@x.example' })).body).toMatchObject({ businessNumbers: [n + 2], active: true });
  const none = await save(n, { emailId: 'one@x.example', active: true });
  expect(none.body).toMatchObject({ businessNumbers: [], active: true });
  expect(await emails(n + 2)).toEqual(['all@x.example', 'both@x.example']);
  const before = await itemsOf(n);
  const lines = before.flatMap((item) => lineFor(item) ?? []);
  expect(lines).toHaveLength(3);
  await bring(lines);
  expect(await itemsOf(n)).toEqual(before);
  await remove(n + 2);
  await sweep([n + 2]);
  await remove(n);
  await sweep([n]);
  expect(await itemsOf(n)).toEqual([]);
});

it('shows what was saved under its key, where another try of the request was faster', async () => {
  const n = await newAccount();
  const emailId = `e${n}@shop.example`;
  await save(n, { emailId, firstName: 'Em', lastName: 'Before' });
  const request = () => save(n, { emailId, phone: '+44 20 7946 0000' }, under(`faster-${n}`));
  let faster: Answer | undefined;
  const rivals = async () => {
    await save(n, { emailId, lastName: 'Since' });
    faster = await request();
    await forgetReplies();
  };
  const late = await through(before(rivals), request);
  expect(faster?.body).toMatchObject({ lastName: 'Since', phone: '+44 20 7946 0000' });
  expect(late.body).toEqual(faster?.body);
});
