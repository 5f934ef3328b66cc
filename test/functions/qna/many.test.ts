/** Many questions, and large ones. */
import { beforeAll, expect, it } from 'vitest';
import { questionItem } from '../../../lib/qna/repository/question.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf } from '../../support/call.ts';
import { openWorld } from '../../support/opened-world.ts';
import { putItems } from '../../support/put-items.ts';
import { ids, listing, newAccount } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const questionItems = (accountNumber: number, count: number, question: string) =>
  Array.from({ length: count }, (_, id) => {
    const updatedDate = new Date(1_700_000_000_000 + id).toISOString();
    const businessNumbers = id % 2 ? [accountNumber + 1] : [];
    const fields = { id: id + 1, question, answers: ['Yes.'], businessNumbers, updatedDate };
    return questionItem({ partnerId: 'ours', accountNumber }, fields);
  });

it('pages of 2,000 questions have each of them once, and their total', async () => {
  const n = await newAccount();
  await putItems(table, questionItems(n, 2000, 'Is this one of many?'));
  const pages = [0, 1, 2].map((page) => ids(n, { order: '0', sIndex: String(page * 900), count: '900' }));
  expect((await Promise.all(pages)).flat()).toEqual(Array.from({ length: 2000 }, (_, index) => index + 1));
  expect((await listing(n, { count: '1' }, { businessNumbers: [n + 2] })).body).toMatchObject({ totalCount: 1000 });
});

it('a page that no response can hold is refused before it is read', async () => {
  const n = await newAccount();
  await putItems(table, questionItems(n, 130, `Is this ${'long '.repeat(23_000)}?`));
  const message = 'The response is too large; accept gzip, or ask for fewer records with sIndex and count';
  expect(await answerOf(listing(n, { count: '100' }))).toEqual({ status: 400, body: { code: 400, message } });
  expect((await ids(n, { count: '20' })).length).toBe(20);
});
