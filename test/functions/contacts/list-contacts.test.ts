/** List contacts: which of them, in which order, and what is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/contacts/list-contacts.ts';
import { contactKey } from '../../../lib/contacts/repository/contact.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf, type Call, call } from '../../support/call.ts';
import { refused } from '../../support/expected.ts';
import { bring, openWorld, through } from '../../support/opened-world.ts';
import { saved } from './writes.ts';

const contact = (id: number, lastActivityAt: string, more: object = {}) => ({
  type: 'contact',
  accountNumber: 150,
  contact: { id, firstName: `First ${id}`, lastName: 'Last', lastActivityAt, ...more },
});
const mapped = (cid: number) => ({ mappings: [{ cid, businessNumber: 151 }] });

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
  await bring([
    contact(51, '2024-03-01T00:00:00.000Z', { ...mapped(1), email: 'Fifty@One.example', phone: '(650) 555-0151' }),
    contact(52, '2024-03-01T23:59:59.999Z'),
    contact(53, '2024-03-02T12:05:00Z', mapped(3)),
    contact(54, '2024-03-01T23:59:59.999Z', mapped(4)),
    contact(-55, '2024-02-29T13:00:00Z'),
    { type: 'contact', accountNumber: 150, contact: { id: 56, email: 'bare@mail.example', created: 'long ago' } },
  ]);
});

const list = ({ query, ...more }: Call = {}) =>
  call(handler, { query: { businessId: '150', page: '0', size: '10', ...query }, ...more });
const idsOf = async (more?: Call): Promise<number[]> => {
  const answer = await list(more);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.customers.map(({ customerId }: { customerId: number }) => customerId);
};

describe('list contacts', () => {
  it('answers the last active ones first, those of one moment by id, and exact totals', async () => {
    expect(await idsOf()).toEqual([53, 54, 52, 51, -55, 56]);
    expect(await idsOf({ query: { order: 'ASC', sortby: 'lastActivityOn' } })).toEqual([56, -55, 51, 52, 54, 53]);
    expect(await answerOf(list({ query: { page: '2', size: '2' } }))).toEqual({
      status: 200,
      body: {
        page: 2,
        size: 2,
        totalPages: 3,
        totalCount: 6,
        customers: [
          {
            customerId: -55,
            name: 'First -55 Last',
            email: '',
            phone: '',
            lastActivityWithTime: '29 Feb 2024 01:00 PM UTC',
          },
          { customerId: 56, name: '', email: 'bare@mail.example', phone: '', lastActivityWithTime: '' },
        ],
      },
    });
    expect((await list({ query: { page: '3', size: '2' } })).body).toEqual({
      page: 3,
      size: 2,
      totalPages: 3,
      totalCount: 6,
      customers: [],
    });
  });

  it('answers those of a location, in the form of the interface', async () => {
    expect(await idsOf({ query: { businessId: '151' } })).toEqual([53, 54, 51]);
    expect((await list({ query: { businessId: '151', page: '2', size: '1' } })).body).toMatchObject({
      totalPages: 3,
      totalCount: 3,
      customers: [
        {
          customerId: 51,
          name: 'First 51 Last',
          email: 'Fifty@One.example',
          phone: '(650) 555-0151',
          lastActivityWithTime: '01 Mar 2024 12:00 AM UTC',
        },
      ],
    });
  });

  it.each([
    [{ startDate: '03/01/2024', endDate: '03/01/2024' }, [54, 52, 51]],
    [{ startDate: '03/02/2024' }, [53]],
    [{ endDate: ' 02/29/2024 ' }, [-55, 56]],
    [{ startDate: '', endDate: null }, [53, 54, 52, 51, -55, 56]],
    [{ startDate: '03/03/2024' }, []],
  ])('of %j has %j: both days belong to it, in UTC', async (body, ids) => {
    expect(await idsOf({ body })).toEqual(ids);
  });

  it.each([
    [{ startDate: '3/1/2024' }, refused(400, 1523, 'Date must be MM/DD/YYYY')],
    [{ endDate: 20_240_301 }, refused(400, 1523, 'Date must be MM/DD/YYYY')],
    [{ endDate: {} }, refused(400, 1523, 'Date must be MM/DD/YYYY')],
    [{ startDate: '02/29/2023' }, refused(400, 1524, 'Date does not exist')],
    [{ startDate: '02/29/1900' }, refused(400, 1524, 'Date does not exist')],
    [{ startDate: '13/01/2024' }, refused(400, 1524, 'Date does not exist')],
    [{ startDate: '00/10/2024' }, refused(400, 1524, 'Date does not exist')],
    [{ startDate: '03/02/2024', endDate: '03/01/2024' }, refused(400, 20_083, 'End is before start')],
  ])('refuses %j', async (body, expected) => {
    expect(await answerOf(list({ body }))).toEqual(expected);
  });

  it.each([
    [{ page: '' }, 'page is required'],
    [{ page: '-1' }, 'page must be a whole number from 0'],
    [{ page: '1.5' }, 'page must be a whole number from 0'],
    [{ size: '0' }, 'size must be a whole number from 1'],
    [{ size: '1001' }, 'size must be at most 1000'],
    [{ order: 'up' }, 'order must be one of asc, desc'],
    [{ sortby: 'name' }, 'sortby must be one of lastActivityOn'],
  ])('refuses the parameters %j', async (query, message) => {
    expect(await answerOf(list({ query: query as Record<string, string> }))).toEqual(refused(400, 400, message));
  });

  it('goes as deep as 100,000 and no deeper', async () => {
    expect((await list({ query: { page: '99', size: '1000' } })).status).toBe(200);
    expect(await answerOf(list({ query: { page: '100', size: '1000' } }))).toEqual(
      refused(400, 2348, 'The page window is too large'),
    );
  });

  it.each(['', 'x', '0', '201', '200', '999999'])('knows no business %j', async (businessId) => {
    expect(await answerOf(list({ query: { businessId } }))).toMatchObject({ status: 404, body: { code: 1011 } });
  });

  it.each([
    ['150', ['BatchGetItem', 'Query', 'Query gsi1']],
    ['151', ['BatchGetItem', 'Query', 'BatchGetItem']],
  ])('asks the table three times of %s', async (businessId, expected) => {
    const calls: string[] = [];
    await through(
      (client) => (operation, input, options) => {
        calls.push('IndexName' in input ? `${operation} ${input.IndexName}` : operation);
        return client(operation, input, options);
      },
      () => list({ query: { businessId } }),
    );
    expect(calls).toEqual(expected);
  });

  it('moves a contact that is written to the front', async () => {
    await saved({ id: 52, firstName: 'Moved' }, { query: { businessId: '150' } });
    expect(await idsOf()).toEqual([52, 53, 54, 51, -55, 56]);
  });

  it('shows a contact that was written between the look at the packed index and that at the index, and none that is gone', async () => {
    let isDone = false;
    const answer = await through(
      (client) => async (operation, input, options) => {
        if (operation === 'Query' && 'IndexName' in input && !isDone) {
          isDone = true;
          await saved({ id: 51, lastName: 'Meanwhile' }, { query: { businessId: '150' } });
          await table.remove({ Key: contactKey({ partnerId: 'ours', accountNumber: 150 }, 54) });
        }
        return client(operation, input, options);
      },
      () => list({ query: { order: 'asc' } }),
    );
    expect(isDone).toBe(true);
    const rows = answer.body.customers.map(({ customerId, name }: Record<string, unknown>) => [customerId, name]);
    expect(rows).toContainEqual([51, 'First 51 Meanwhile']);
    expect(rows.map(([id]: [number]) => id)).toEqual([56, -55, 51, 53, 52]);
    expect(answer.body.totalCount).toBe(6);
  });
});
