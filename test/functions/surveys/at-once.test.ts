/** Responses that meet: of two completions one wins, and no count is lost. */
import { beforeAll, expect, it, vi } from 'vitest';
import { CallError, type Call as StoreCall } from '../../../lib/dynamodb/client/call.ts';
import { enteredIn } from '../../../lib/surveys/repository/packed-index.ts';
import { answerOf } from '../../support/call.ts';
import { refused } from '../../support/expected.ts';
import { openWorld, scan, through } from '../../support/opened-world.ts';
import { remove, sweep } from '../business/delete-business/support.ts';
import {
  created,
  get,
  itemsOf,
  list,
  NO_BUSINESS,
  newAccount,
  question,
  responses,
  shown,
  submit,
  submitted,
} from './support.ts';

beforeAll(() => openWorld());

const COMPLETE = refused(400, 2044, 'The response is complete already');

it('of completions at once one wins, and the others are 2044', async () => {
  const n = await newAccount();
  const id = await created(n, [question({ type: 'nps' })]);
  const responseId = await submitted(id, n + 1, { isComplete: 0 });
  const values = [1, 2, 3, 4, 5];
  const sent = values.map((value) => submit(id, n + 1, { responseId, answers: [{ questionId: 1, value }] }));
  const answers = await Promise.all(sent.map(answerOf));
  const won = answers.flatMap(({ status }, index) => (status === 200 ? [values[index]] : []));
  expect(won).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 200)).toEqual(Array(4).fill(COMPLETE));
  expect((await shown(id, n, responseId)).answers[0].answer).toBe(String(won[0]));
});

it('many at once are all there, and make one contact', async () => {
  const n = await newAccount();
  const id = await created(n);
  const customer = { name: 'Vera Lind', email: 'vera@mail.example' };
  const sent = Array.from({ length: 12 }, (_, index) => submitted(id, n + 1 + (index % 3), { customer }));
  const ids = await Promise.all(sent);
  const { responseList, totalResponses } = (await responses(id, n)).body;
  expect(totalResponses).toBe(12);
  expect(new Set(responseList.map((each: { responseId: number }) => each.responseId))).toEqual(new Set(ids));
  expect(new Set(responseList.map((each: { customerId: number }) => each.customerId)).size).toBe(1);
  expect((await get(id, n)).body.responses).toBe(12);
  expect((await get(id, n + 1)).body.responses).toBe(4);
});

/** Loses the answer of the first transaction that writes a response, which lands. */
const losing =
  (lost: { count: number }) =>
  (call: StoreCall): StoreCall =>
  async (operation, input, options) => {
    const output = await call(operation, input, options);
    if (operation === 'TransactWriteItems' && JSON.stringify(input).includes('#RESPONSE#') && lost.count++ === 0)
      throw new CallError('lost', { name: 'TimeoutError', uncertain: true } as never);
    return output;
  };

it('a response whose answer is lost is not submitted twice under its key', async () => {
  const n = await newAccount();
  const id = await created(n);
  const more = { headers: { 'Idempotency-Key': 'lost-1' } };
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const lost = { count: 0 };
  const first = await through(losing(lost), () => submit(id, n + 1, {}, more));
  expect(lost.count).toBeGreaterThan(0);
  expect([200, 503]).toContain(first.status);
  const responseId = await submitted(id, n + 1, {}, more);
  expect((await get(id, n)).body.responses).toBe(1);
  expect(await shown(id, n, responseId)).toMatchObject({ completed: true });
});

/** Does something at the moment at which a response is written, once. */
const meanwhile = <T>(act: () => Promise<unknown>, work: () => Promise<T>): Promise<T> => {
  let isOver = false;
  return through(
    (next) => async (operation, input, options) => {
      if (!isOver && operation === 'TransactWriteItems' && JSON.stringify(input).includes('#RESPONSE#')) {
        isOver = true;
        await act();
      }
      return next(operation, input, options);
    },
    work,
  );
};

it.each([false, true])(
  'a location that is deleted while it is answered for has nothing of it (swept: %s)',
  async (swept) => {
    const n = await newAccount();
    const id = await created(n);
    const gone = async () => {
      expect((await remove(n + 1)).status).toBe(200);
      if (swept) await sweep([n + 1]);
    };
    const customer = { name: 'Brand New', email: `brand.new.${n}@mail.example` };
    const answer = await answerOf(await meanwhile(gone, () => submit(id, n + 1, { customer })));
    expect(answer).toEqual(NO_BUSINESS);
    expect((await get(id, n)).body.responses).toBe(0);
    const left = (await itemsOf(n)).map(({ type }) => type);
    expect(
      left.filter((type) => /^(contact(?!PackedIndex)|surveyResponse|surveyLocationTotal)/.test(String(type))),
    ).toEqual([]);
  },
);

it('a location takes its responses, entries and totals with it', async () => {
  const n = await newAccount();
  const [one, two] = [await created(n), await created(n)];
  for (let count = 0; count < 30; count++) await submitted(one, n + 1 + (count % 2), {});
  await submitted(two, n + 1, {});
  expect((await remove(n + 1)).status).toBe(200);
  await sweep([n + 1]);
  expect((await list(n)).body.map(({ responses: count }: { responses: number }) => count).toSorted()).toEqual([0, 15]);
  expect((await responses(one, n)).body.totalResponses).toBe(15);
  const items = await itemsOf(n);
  expect(items.filter(({ businessNumber }) => businessNumber === n + 1)).toEqual([]);
  const entries = items.filter(({ type }) => type === 'surveyPackedIndex').flatMap(enteredIn);
  expect(new Set(entries.map(({ businessNumber }) => businessNumber))).toEqual(new Set([n + 2]));
  expect(entries).toHaveLength(15);
});

it('an account takes its surveys with it', async () => {
  const n = await newAccount(1);
  const id = await created(n);
  await submitted(id, n + 1, {});
  for (const number of [n + 1, n]) {
    expect((await remove(number)).status).toBe(200);
    await sweep([number]);
  }
  expect(await itemsOf(n)).toEqual([]);
  const left = (await scan()).filter(({ pk }) => String(pk).startsWith(`P#ours#ACCOUNT#${n}#`));
  expect(left.map(({ type }) => type)).toEqual([]);
});
