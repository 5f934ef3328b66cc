/** PUT /v1/business/{businessId}/status: what switches, what is refused, and what two at once come to. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as getBusiness } from '../../../functions/business/get-business.ts';
import { handler } from '../../../functions/business/set-business-status.ts';
import { businessItem } from '../../../lib/business/repository/business.ts';
import type { ActivationStatus } from '../../../lib/partners/repository/account.ts';
import { answerOf, type Call, call } from '../../support/call.ts';
import { KEYS } from '../../support/world.ts';
import { below, newAccount, openWorld, outcomes } from './create-business/support.ts';

let table: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  table = await openWorld();
});

let lastNumber = 40_000;
const newLocation = async (own: { readonly status?: ActivationStatus } = {}): Promise<number> => {
  const businessNumber = ++lastNumber;
  const business = { businessNumber, accountNumber: 100, listingFixed: false, ...own, profile: { name: 'A shop' } };
  await table.put({ Item: businessItem('ours', business) });
  return businessNumber;
};
const kinds = [
  ['a location', newLocation],
  ['an account', newAccount],
] as const;

const set = (number: number | string, astatus?: string, { query, ...more }: Call = {}) =>
  call(handler, {
    path: { businessId: String(number) },
    query: { ...(astatus !== undefined && { astatus }), ...query },
    ...more,
  });
const read = (number: number) => call(getBusiness, { path: { businessId: String(number) } });
const codes = async (...answers: ReturnType<typeof set>[]) => outcomes(await Promise.all(answers));

describe.each(kinds)('%s', (_, make) => {
  it('is switched off and on, and returns where it is already', async () => {
    const number = await make();
    expect(await codes(set(number, 'active'))).toEqual([2154]);
    expect(await answerOf(set(number, ' inactive '))).toEqual({ status: 200, body: {} });
    expect((await read(number)).body.status).toBe('inactive');
    expect(await codes(set(number, 'inactive'))).toEqual([2155]);
    expect(await answerOf(set(number, 'active'))).toEqual({ status: 200, body: {} });
    expect((await read(number)).body.status).toBe('active');
    expect(await codes(set(number, 'active'))).toEqual([2154]);
  });

  it.each([
    ['demo', [200, 200]],
    ['paid', [200, 200]],
    ['suspended', [1184, 1184]],
  ] as const)('that is %s', async (status, expected) => {
    const numbers = [await make({ status }), await make({ status })] as const;
    expect(await codes(set(numbers[0], 'active'), set(numbers[1], 'inactive'))).toEqual(expected);
  });

  it('is switched on its version only, where If-Match says so', async () => {
    const number = await make();
    const { ETag } = (await read(number)).headers;
    const on = (etag: unknown): Call => ({ headers: { 'If-Match': String(etag) } });
    expect(await codes(set(number, 'inactive', on('"7"')))).toEqual([412]);
    expect(await codes(set(number, 'inactive', on(ETag)))).toEqual([200]);
    const stale = await set(number, 'active', on(ETag));
    expect([stale.status, stale.headers.ETag]).toEqual([412, (await read(number)).headers.ETag]);
    expect(await codes(set(number, 'active', on('*')))).toEqual([200]);
  });

  it('is left as it is by a dry run', async () => {
    const number = await make();
    const dry = { query: { validateOnly: 'true' } };
    expect(await codes(set(number, 'inactive', dry), set(number, 'active', dry))).toEqual([200, 2154]);
    expect((await read(number)).headers.ETag).toBe('"1"');
  });

  it('is switched once by many at once', async () => {
    const number = await make();
    const answers = await codes(...Array.from({ length: 6 }, () => set(number, 'inactive')));
    expect(answers.toSorted()).toEqual([200, ...Array(5).fill(2155)]);
    expect((await read(number)).headers.ETag).toBe('"2"');
  });

  it('is switched once under a key, which keeps a refusal too', async () => {
    const number = await make();
    const under = (key: string): Call => ({ headers: { 'Idempotency-Key': `${key}-${number}` } });
    expect(await codes(set(number, 'inactive', under('off')))).toEqual([200]);
    expect(await codes(set(number, 'inactive', under('off-again')))).toEqual([2155]);
    expect(await codes(set(number, 'active'))).toEqual([200]);
    const [again, refused] = [
      await set(number, 'inactive', under('off')),
      await set(number, 'inactive', under('off-again')),
    ];
    expect([again.status, again.headers['Idempotent-Replayed'], refused.body.code]).toEqual([200, 'true', 2155]);
    expect((await read(number)).body.status).toBe('active');
    // A body is ignored, also where it comes only once.
    const withBody = await set(number, 'inactive', { ...under('off'), body: '{ }' });
    expect([withBody.status, withBody.headers['Idempotent-Replayed']]).toEqual([200, 'true']);
    expect(await codes(set(number, 'active', under('off')))).toEqual([422]);
  });
});

it('locations keep their own status where the account is switched off', async () => {
  const number = await newLocation();
  expect(await codes(set(100, 'inactive'))).toEqual([200]);
  expect((await read(number)).body.status).toBe('active');
  expect(await codes(set(number, 'inactive'), set(100, 'active'))).toEqual([200, 200]);
  // Lists show it.
  const row = (await below(100)).find(({ gsi1sk }) => Number(gsi1sk) === number);
  expect(row?.status).toBe('inactive');
});

describe('a request', () => {
  it.each([undefined, '', 'null', 'Active', 'suspended', 'demo', 'active,inactive'])(
    'is refused with the status %j, ahead of a number that is not there',
    async (astatus) => expect(await codes(set('x', astatus))).toEqual([1191]),
  );

  it('is refused alike for a number that is unknown, malformed or foreign', async () => {
    const notFound = { status: 404, body: { code: 1175, message: 'No business with this id' } };
    for (const number of [999, 'x', '0101', 200, 201]) expect(await answerOf(set(number, 'active'))).toEqual(notFound);
    expect(await answerOf(set(100, 'inactive', { key: KEYS.theirs }))).toEqual(notFound);
  });
});
