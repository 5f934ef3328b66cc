/** Lists of responses: pages, filters, order, names, and what is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../support/call.ts';
import { refused } from '../../support/expected.ts';
import { bring, openWorld } from '../../support/opened-world.ts';
import { created, invalid, NO_BUSINESS, NO_SURVEY, newAccount, question, responses, submitted } from './support.ts';

beforeAll(() => openWorld());

const at = (text: string): number => Date.parse(`${text}Z`);
const idsIn = ({ body }: { body: { responseList: readonly { responseId: number }[] } }) =>
  body.responseList.map(({ responseId }) => responseId);

describe('a list', () => {
  it('has each response once, the latest first, page by page', async () => {
    const n = await newAccount();
    const id = await created(n);
    const ids: number[] = [];
    for (let day = 1; day <= 5; day++) ids.push(await submitted(id, n + 1 + (day % 2), { created: day * 86_400_000 }));
    const all = await responses(id, n);
    expect(idsIn(all)).toEqual(ids.toReversed());
    expect(all.body).toMatchObject({ totalResponses: 5, pageNo: 0, pageSize: 25, hasNext: false });
    const pages = await Promise.all([0, 1, 2, 3].map((page) => responses(id, n, {}, { page, size: 2, sorder: 'ASC' })));
    expect(pages.map(idsIn)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4), []]);
    expect(pages.map(({ body }) => [body.totalResponses, body.hasNext, body.pageNo, body.pageSize])).toEqual([
      [5, true, 0, 2],
      [5, true, 1, 2],
      [5, false, 2, 2],
      [5, false, 3, 2],
    ]);
  });

  it('has those of one moment in order of their ids', async () => {
    const n = await newAccount();
    const id = await created(n);
    const ids = [];
    for (let count = 0; count < 4; count++) ids.push(await submitted(id, n + 1, { created: 7 }));
    const sorted = ids.toSorted((a, b) => a - b);
    expect(idsIn(await responses(id, n, {}, { sorder: 'asc', sortby: 'date' }))).toEqual(sorted);
    expect(idsIn(await responses(id, n))).toEqual(sorted.toReversed());
  });

  it('is narrowed by time, both ends included to the second, by kind and by location', async () => {
    const n = await newAccount();
    const id = await created(n);
    const one = await submitted(id, n + 1, { created: at('2025-03-01T10:00:00.000') });
    const two = await submitted(id, n + 2, { created: at('2025-03-01T10:00:00.999'), isComplete: 0 });
    const three = await submitted(id, n + 3, { created: at('2025-03-01T10:00:01.000') });
    const asc = { sorder: 'asc' };
    const found = async (body: object, of = n) => idsIn(await responses(id, of, body, asc));
    expect(await found({ endDate: '03/01/2025 10:00:00' })).toEqual([one, two]);
    expect(await found({ startDate: '03/01/2025 10:00:01' })).toEqual([three]);
    expect(await found({ startDate: '03/01/2025 10:00:00', endDate: '03/01/2025 10:00:00' })).toEqual([one, two]);
    expect(await found({ completed: true })).toEqual([one, three]);
    expect(await found({ completed: 'false' })).toEqual([two]);
    expect(await found({ businessNumbers: [n + 3, `${n + 1}`] })).toEqual([one, three]);
    expect(await found({ businessNumbers: [] })).toEqual([one, two, three]);
    expect(await found({}, n + 2)).toEqual([two]);
    expect(await found({ businessNumbers: [n + 2, n + 3] }, n + 2)).toEqual([two]);
    expect(await found({ businessNumbers: [n + 3] }, n + 2)).toEqual([]);
  });

  it('names people and locations as they are now', async () => {
    const n = await newAccount();
    const id = await created(n);
    const contact = (lastName: string) => ({
      type: 'contact',
      accountNumber: n,
      contact: { id: 5, firstName: 'Ida', lastName },
    });
    await bring([contact('Old')]);
    const responseId = await submitted(id, n + 1, { isComplete: 0, customerId: 5 });
    await bring([contact('New')]);
    await bring([{ type: 'business', businessNumber: n + 1, accountNumber: n, business: { name: 'Renamed' } }]);
    const [response] = (await responses(id, n)).body.responseList;
    expect(response).toMatchObject({ responseId, customerName: 'Ida New', locationName: 'Renamed' });
  });
});

describe('is refused', () => {
  it('the query, the body, the business, the survey, the locations, in this order', async () => {
    const n = await newAccount();
    const other = await newAccount();
    const id = await created(n);
    const backwards = { startDate: '01/02/2025 00:00:00', endDate: '01/01/2025 23:59:59' };
    const SIZE = refused(400, 2347, 'Page size must be 1 to 1000');
    for (const size of [0, 1001, 'x', '1.5'])
      expect(await answerOf(responses('x', 'x', backwards, { size }))).toEqual(SIZE);
    for (const page of [-1, 'x'])
      expect(await answerOf(responses(id, n, {}, { page }))).toEqual(invalid('page must be a whole number from 0'));
    expect(await answerOf(responses('x', 'x', backwards))).toEqual(refused(400, 20083, 'End is before start'));
    for (const number of ['x', '', 201, 999_999])
      expect(await answerOf(responses('x', number, { businessNumbers: [1] }))).toEqual(NO_BUSINESS);
    for (const each of ['x', 1, id + 1])
      expect(await answerOf(responses(each, n, { businessNumbers: [1] }))).toEqual(NO_SURVEY);
    expect(await answerOf(responses(id, other))).toEqual(NO_SURVEY);
    for (const number of [1, n, other + 1, 201, -5, 1.5])
      expect(await answerOf(responses(id, n, { businessNumbers: [n + 1, number] }))).toEqual(
        refused(404, 1011, `Business id is invalid: ${number}`),
      );
  });

  it.each([
    ['03/01/2025', 1523],
    ['2025-03-01 10:00:00', 1523],
    ['03/01/2025 24:00:00', 1523],
    ['3/1/2025 10:00:00', 1523],
    ['02/30/2025 10:00:00', 1524],
    ['13/01/2025 10:00:00', 1524],
  ])('%s', async (date, code) => {
    for (const name of ['startDate', 'endDate'])
      expect((await responses(1, 100, { [name]: date })).body.code).toBe(code);
  });

  it('a page deeper than any list is read', async () => {
    const n = await newAccount();
    const id = await created(n);
    expect((await responses(id, n, {}, { page: 99, size: 1000 })).status).toBe(200);
    expect(await answerOf(responses(id, n, {}, { page: 100, size: 1000 }))).toEqual(
      refused(400, 2348, 'The page window is too large'),
    );
  });

  it('a page that is too large to be read at once', async () => {
    const n = await newAccount();
    const id = await created(n, Array(12).fill(question({ type: 'textarea' })));
    const answers = Array.from({ length: 12 }, (_, index) => ({ questionId: index + 1, value: 'x'.repeat(10_000) }));
    const lines = Array.from({ length: 70 }, (_, index) => ({
      type: 'surveyResponse',
      ...{ surveyId: id, businessNumber: n + 1, responseId: index + 1, created: index, answers },
    }));
    await bring(lines.map((line) => ({ ...line, created: '2025-01-01' })));
    expect(await answerOf(responses(id, n, {}, { size: 100 }))).toEqual(
      invalid('The responses of this page are too large to be read at once; ask for fewer with size'),
    );
    expect((await responses(id, n, {}, { size: 5, page: 13 })).body.totalResponses).toBe(70);
  });
});
