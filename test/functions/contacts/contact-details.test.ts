/** Contact details: which contacts, with what of them, and what is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/contacts/contact-details.ts';
import { packedIndexAction } from '../../../lib/contacts/repository/packed-index.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf, type Call, call } from '../../support/call.ts';
import { refused } from '../../support/expected.ts';
import { bring, openWorld } from '../../support/opened-world.ts';

const owner = { partnerId: 'ours', accountNumber: 150 };
const contact = (id: number, createdAt: string, more: object = {}) => ({
  type: 'contact',
  accountNumber: 150,
  contact: { id, firstName: `First ${id}`, createdAt, lastActivityAt: '2026-01-01T00:00:00Z', ...more },
});

const whole = {
  lastName: 'Last',
  email: 'whole@mail.example',
  phone: '(650) 555-0151',
  contactType: 'lead',
  sourceKind: 'webchat',
  source: 'a text of its own',
  tags: ['one', 'two'],
  customFields: [{ fieldName: 'seats', type: 'number', fieldValue: '7' }],
  mappings: [
    { cid: 1, businessNumber: 151 },
    { cid: 2, businessNumber: 152 },
    { cid: 3, location: 'of no number' },
  ],
};

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
  await bring([
    { type: 'account', accountNumber: 170, partnerId: 'ours', name: 'Of accounts', businessType: 'Reseller' },
    { type: 'business', businessNumber: 152, accountNumber: 150, business: {} },
    contact(61, '2024-03-01T00:00:00.000Z', whole),
    contact(62, '2024-03-02T23:59:59.999Z', { mappings: [{ cid: 4, businessNumber: 152 }] }),
    contact(63, '2024-03-01T00:00:00.000Z', { contactType: 'customer', sourceKind: 'api' }),
    contact(64, '2024-03-03T00:00:00.000Z', { contactType: 'lead', sourceKind: 'alpha' }),
  ]);
});

const wanted = { businessId: 150, startDateUtc: '03/01/2024', endDateUtc: '03/03/2024', page: 0, size: 10 };
const details = (body: object = {}, more: Call = {}) => call(handler, { body: { ...wanted, ...body }, ...more });
const idsOf = async (body?: object): Promise<number[]> => {
  const answer = await details(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body.totalCount).toBe(answer.body.contacts.length);
  return answer.body.contacts.map(({ id }: { id: number }) => id);
};

describe('contact details', () => {
  it.each([
    [{}, [61, 63, 62, 64]],
    [{ endDateUtc: '03/02/2024' }, [61, 63, 62]],
    [{ startDateUtc: '03/02/2024' }, [62, 64]],
    [{ businessId: '152' }, [61, 62]],
    [{ businessId: 151 }, [61]],
    [{ contactType: 'lead' }, [61, 64]],
    [{ contactType: 'customer' }, [63, 62]],
    [{ contactType: '' }, [61, 63, 62, 64]],
    [{ sources: ['webchat', 'api'] }, [61, 63]],
    [{ sources: 'other' }, [62]],
    [{ sources: [] }, [61, 63, 62, 64]],
    [{ contactType: 'lead', sources: ['api'] }, []],
  ])('of %j are %j, the earliest first', async (body, ids) => {
    expect(await idsOf(body)).toEqual(ids);
  });

  it('answers a contact in the form of the interface, with tags and custom fields where they are asked for', async () => {
    const plain = {
      id: 61,
      firstName: 'First 61',
      lastName: 'Last',
      email: 'whole@mail.example',
      phone: '(650) 555-0151',
      created: '2024-03-01T00:00:00.000Z',
      contactType: 'lead',
      source: 'webchat',
      mappings: [
        { businessId: 151, customerId: 1 },
        { businessId: 152, customerId: 2 },
      ],
    };
    const paged = { page: 0, size: 1, totalPages: 4, totalCount: 4 };
    const { tags, customFields } = whole;
    const query = async (more: Record<string, string>) => (await details({ size: 1 }, { query: more })).body;
    expect(await query({})).toEqual({ ...paged, contacts: [plain] });
    expect(await query({ tags: 'true' })).toEqual({ ...paged, contacts: [{ ...plain, tags }] });
    expect(await query({ customfields: 'true', tags: 'false' })).toEqual({
      ...paged,
      contacts: [{ ...plain, customFields }],
    });
  });

  it.each([
    [{ startDateUtc: undefined }, refused(400, 1523, 'Date must be MM/DD/YYYY')],
    [{ endDateUtc: '' }, refused(400, 1523, 'Date must be MM/DD/YYYY')],
    [{ endDateUtc: '06/31/2024' }, refused(400, 1524, 'Date does not exist')],
    [{ endDateUtc: '02/28/2024' }, refused(400, 20_083, 'End is before start')],
    [{ contactType: 'friend' }, refused(400, 21_120, 'Contact type is invalid')],
    [{ sources: ['api', 'fax'] }, refused(400, 21_121, 'Contact source is invalid')],
    [{ page: undefined }, refused(400, 400, 'page is required')],
    [{ page: 'x' }, refused(400, 400, 'page must be a whole number from 0')],
    [{ size: undefined }, refused(400, 2347, 'Page size must be 1 to 1000')],
    [{ size: 0 }, refused(400, 2347, 'Page size must be 1 to 1000')],
    [{ size: 1001 }, refused(400, 2347, 'Page size must be 1 to 1000')],
    [{ size: 'many' }, refused(400, 2347, 'Page size must be 1 to 1000')],
    [{ page: 61, size: 1000 }, refused(400, 2348, 'The page window is too large')],
    [{ page: 60_001, size: 1 }, refused(400, 2348, 'The page window is too large')],
    [{ businessId: 'x', size: 0 }, refused(400, 2347, 'Page size must be 1 to 1000')],
    [{ businessId: 170 }, refused(400, 21_122, 'Reseller accounts are not supported here')],
  ])('refuses %j', async (body, expected) => {
    expect(await answerOf(details(body))).toEqual(expected);
  });

  it.each([undefined, '', 'x', -1, 1.5, 201, 200, 999_999])('knows no business %j', async (businessId) => {
    expect(await answerOf(details({ businessId }))).toMatchObject({ status: 404, body: { code: 1175 } });
  });

  it('goes as deep as 60,000', async () => {
    expect((await details({ page: 60, size: 1000 })).body).toMatchObject({ totalCount: 4, contacts: [] });
  });

  it('refuses a page of contacts that are too large to be read at once, and answers a smaller one', async () => {
    const size = 62 * 4096 - 1024;
    const created = { createdAt: '2023-01-01T00:00:00.000Z' };
    const actions = Array.from({ length: 40 }, (_, index) =>
      packedIndexAction(owner, 1000 + index, { contact: { id: 1000 + index, ...created }, bytes: size }),
    );
    expect(await table.transact(actions)).toBeUndefined();
    const year = { startDateUtc: '01/01/2023', endDateUtc: '12/31/2023' };
    expect(await answerOf(details({ ...year, size: 33 }))).toEqual(
      refused(400, 400, 'The contacts of this page are too large to be read at once; ask for fewer with size'),
    );
    expect((await details({ ...year, size: 32 })).body).toMatchObject({ totalCount: 40, totalPages: 2 });
  });
});
