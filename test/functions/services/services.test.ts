/** Services of an account: what is created, listed, changed and deleted, and what is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../support/call.ts';
import { refusal, refused, under } from '../../support/expected.ts';
import { openWorld, scan } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import { created, creating, deleting, ids, listing, newAccount, updating } from './support.ts';

beforeAll(() => openWorld());

const count = async (account: number) =>
  (await scan()).find(({ type, accountNumber }) => type === 'serviceCounts' && accountNumber === account)?.n;
const only = async (number: number) => (await listing(number)).body.services[0];

describe('A service', () => {
  it('is answered as it was created, whichever number names the account', async () => {
    const n = await newAccount(2);
    const name = '  Crème “Brûlée” 🍮  ';
    const sent = {
      name,
      price: '12.50',
      currencyCode: 'eur',
      description: ' a\nb ',
      group: 'Sweets',
      duration: '9999',
    };
    const serviceId = await created(n + 1, sent);
    expect(serviceId).toMatch(/^SERV[1-9][0-9]{14}$/);
    expect((await listing(n + 2)).body).toEqual({
      totalCount: 1,
      services: [
        {
          serviceId,
          name: name.trim(),
          price: 12.5,
          currencyCode: 'EUR',
          description: 'a\nb',
          group: 'Sweets',
          duration: 9999,
          updatedOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      ],
    });
    const plain = await created(n, { name: 'x', price: null, currencyCode: '', description: ' ', duration: null });
    expect((await listing(n, {}, { search: plain.toLowerCase() })).body.services).toEqual([
      {
        serviceId: plain,
        name: 'x',
        price: null,
        currencyCode: '',
        description: '',
        group: '',
        duration: null,
        updatedOn: expect.any(String),
      },
    ]);
  });

  it('is the same under a key however its price is spelled', async () => {
    const n = await newAccount();
    const send = (price: string) => creating(n, `{"name":"Tea","price":${price},"currencyCode":"EUR"}`, under(`${n}`));
    const { status, body } = await send('25.50');
    expect(status).toBe(200);
    for (const price of ['25.5', '2.55E1', '25.500']) expect(await answerOf(send(price))).toEqual({ status, body });
    expect(await answerOf(send('25.50000000000000000001'))).toEqual(refusal(422));
  });

  it('has a name of its own: case does not count, accents do', async () => {
    const n = await newAccount();
    const first = await created(n, { name: 'Éclair' });
    for (const name of ['éclair', ' ÉCLAIR ', 'E\u0301clair'])
      expect(await answerOf(creating(n, { name }))).toEqual(refusal(2493));
    expect(await created(n, { name: 'Eclair' })).not.toBe(first);
    const other = await newAccount();
    expect(await created(other, { name: 'Éclair' })).not.toBe(first);
    await deleting(n, [first]);
    expect(await created(n, { name: 'ÉCLAIR' })).toBe(first);
    expect(await count(n)).toBe(2);
  });

  it.each([
    [{ name: ' ' }, 2488],
    [{}, 2488],
    [{ name: 'x'.repeat(141) }, 2488],
    [{ name: 'x', price: 1 }, 2490],
    [{ name: 'x', currencyCode: 'USD' }, 2490],
    [{ name: 'x', price: 0.09, currencyCode: 'USD' }, 2491],
    [{ name: 'x', price: 2_147_483_647.01, currencyCode: 'USD' }, 2491],
    [{ name: 'x', price: 1.001, currencyCode: 'USD' }, 2491],
    [{ name: 'x', price: 'free', currencyCode: 'USD' }, 2491],
    [{ name: 'x', price: 1, currencyCode: 'BTC' }, 2492],
    [{ name: 'x', description: 'd'.repeat(301) }, 2489],
  ])('is refused as %j with %i', async (body, code) => {
    expect(await answerOf(creating(100, body))).toEqual(refusal(code));
  });

  it.each([
    [{ name: 'x', group: 'ab' }, 'group must have at least 3 characters'],
    [{ name: 'x', group: 'a'.repeat(65) }, 'group must have at most 64 characters'],
    [{ name: 'x', duration: 1.5 }, 'duration must be an integer'],
    [{ name: 'x', duration: 10_000 }, 'duration must be at most 9999'],
    [{ name: 'a\nb' }, 'name must be one line of text without control characters'],
  ])('is refused as %j by name', async (body, message) => {
    expect(await answerOf(creating(100, body))).toEqual(refused(400, 400, message));
  });

  it('takes the largest values', async () => {
    const n = await newAccount();
    for (const [name, price] of [
      ['🍮'.repeat(140), 2_147_483_647],
      ['least', 0.1],
    ] as const) {
      const body = {
        name,
        price,
        currencyCode: 'DKK',
        description: '🍮'.repeat(300),
        group: 'g'.repeat(64),
        duration: 1,
      };
      const serviceId = await created(n, body);
      expect((await only(n)).serviceId).toBe(serviceId);
      expect((await only(n)).price).toBe(price);
    }
  });

  it('is only validated in a dry run', async () => {
    const n = await newAccount();
    const dry = { query: { validateOnly: 'true' } };
    expect(await answerOf(creating(n, { name: 'Tea' }, dry))).toEqual({ status: 200, body: { serviceId: 'SERV0' } });
    expect((await listing(n)).body.totalCount).toBe(0);
    const serviceId = await created(n, { name: 'Tea' });
    expect(await answerOf(creating(n, { name: 'tea' }, dry))).toEqual(refusal(2493));
    expect((await updating(n, { serviceId, duration: 3 }, dry)).body).toEqual({});
    expect((await deleting(n, [serviceId], dry)).body).toEqual({});
    expect(await only(n)).toMatchObject({ serviceId, duration: null });
  });
});

describe('An update', () => {
  it('merges, and validates price and currency as they would stand', async () => {
    const n = await newAccount();
    const serviceId = await created(n, { name: 'Tea', price: 2, currencyCode: 'USD', group: 'Drinks' });
    expect((await updating(n, { serviceId, price: 3 })).status).toBe(200);
    expect((await updating(n, { serviceId, currencyCode: 'chf', description: 'Hot' })).status).toBe(200);
    expect(await only(n)).toMatchObject({ price: 3, currencyCode: 'CHF', description: 'Hot', group: 'Drinks' });
    for (const change of [{ price: null }, { currencyCode: '' }])
      expect(await answerOf(updating(n, { serviceId, ...change }))).toEqual(refusal(2490));
    expect((await updating(n, { serviceId, price: '', currencyCode: null, group: null })).status).toBe(200);
    expect(await only(n)).toMatchObject({ price: null, currencyCode: '', group: '', description: 'Hot' });
    expect(await answerOf(updating(n, { serviceId, price: 1 }))).toEqual(refusal(2490));
  });

  it('changes nothing with the id alone, or with what list services answered', async () => {
    const n = await newAccount();
    const serviceId = await created(n, { name: 'Tea', price: 2, currencyCode: 'USD' });
    const before = await only(n);
    const stored = (await scan()).find((item) => item.serviceId === serviceId);
    expect((await updating(n, { serviceId })).body).toEqual({});
    expect((await updating(n, before, under(`same-${serviceId}`))).body).toEqual({});
    expect(await only(n)).toEqual(before);
    expect((await scan()).find((item) => item.serviceId === serviceId)).toEqual(stored);
  });

  it('keeps the name', async () => {
    const n = await newAccount();
    const serviceId = await created(n, { name: 'Tea' });
    expect((await updating(n, { serviceId, name: ' Tea ' })).status).toBe(200);
    for (const name of ['tea', 'Coffee', '', null])
      expect(await answerOf(updating(n, { serviceId, name }))).toEqual(refusal(2488));
  });

  it('has no service of another id', async () => {
    const n = await newAccount();
    for (const serviceId of [undefined, '', 'SERV1', 'serv325935013877732', 7, 'x'.repeat(2000)]) {
      const message = serviceId ? `Service id is invalid: ${String(serviceId).slice(0, 100)}` : 'Service id is invalid';
      expect(await answerOf(updating(n, { serviceId, duration: 1 }))).toEqual(refusal(2494, message));
      // What is wrong with a field comes first, then the account.
      expect((await updating(n, { serviceId, duration: 0 })).body.code).toBe(400);
      expect((await updating(799999, { serviceId, duration: 1 })).body.code).toBe(1011);
    }
  });
});

describe('A deletion', () => {
  it('takes all or none', async () => {
    const n = await newAccount();
    const [a, b, c] = [
      await created(n, { name: 'a' }),
      await created(n, { name: 'b' }),
      await created(n, { name: 'c' }),
    ];
    for (const wrong of ['SERV999999999999999', 'x', 8]) {
      const message = `Service ids are invalid: ${wrong}`;
      expect(await answerOf(deleting(n, [a, wrong, b]))).toEqual(refusal(2495, message));
    }
    expect(await ids(n, { sortBy: 'name', sortOrder: 'asc' })).toEqual([a, b, c]);
    expect((await deleting(n, [a, a, c])).body).toEqual({});
    expect(await ids(n)).toEqual([b]);
    expect(await count(n)).toBe(1);
    for (const none of [[], undefined, Array(101).fill(b)]) expect((await deleting(n, none)).body.code).toBe(400);
    expect((await deleting(n, [b], { key: KEYS.theirs })).body.code).toBe(1011);
  });

  it('takes a hundred, once under a key', async () => {
    const n = await newAccount();
    const made = await Promise.all(Array.from({ length: 100 }, (_, index) => created(n, { name: `s ${index}` })));
    const more = under(`hundred-${n}`);
    expect((await deleting(n, made, more)).body).toEqual({});
    expect(await created(n, { name: 's 7' })).toBe(made[7]);
    expect((await deleting(n, made, more)).body).toEqual({});
    expect(await ids(n)).toEqual([made[7]]);
    expect(await count(n)).toBe(1);
  });
});

describe('A list', () => {
  it('is in order, with ties by id and services without a price last', async () => {
    const n = await newAccount();
    const b = await created(n, { name: 'b', price: 2, currencyCode: 'USD' });
    const a = await created(n, { name: 'Á', price: 10, currencyCode: 'EUR' });
    const tied = [await created(n, { name: 'ç' }), await created(n, { name: 'C' })].toSorted();
    expect(await ids(n, { sortBy: 'NAME', sortOrder: 'asc' })).toEqual([a, b, ...tied]);
    expect(await ids(n, { sortBy: 'name' })).toEqual([...tied, b, a]);
    expect(await ids(n, { sortBy: 'price', sortOrder: 'ASC' })).toEqual([b, a, ...tied]);
    expect(await ids(n, { sortBy: 'price' })).toEqual([a, b, ...tied]);
    await updating(n, { serviceId: b, duration: 2 });
    expect((await ids(n))[0]).toBe(b);
    expect(await ids(n, { sortBy: 'name', startIndex: '1', pageSize: '2' })).toEqual([tied[1], b]);
    expect((await listing(n, { startIndex: '4' })).body).toEqual({ totalCount: 4, services: [] });
    expect(await ids(n, {}, { search: 'c' })).toHaveLength(2);
    expect(await ids(n, {}, { search: ' ' })).toHaveLength(4);
    expect(await ids(n, {}, { search: '\u0301' })).toEqual([]);
    expect((await listing(n, {}, undefined)).body.totalCount).toBe(4);
  });

  it.each([
    [{ pageSize: '0' }, {}, 400],
    [{ pageSize: '1001' }, {}, 400],
    [{ startIndex: '99999', pageSize: '2' }, {}, 2348],
    [{ sortOrder: 'up' }, {}, 400],
    [{}, { search: 'x'.repeat(141) }, 400],
  ])('is refused as %j', async (query, body, code) => {
    expect((await listing(100, query, body)).body.code).toBe(code);
  });
});

it.each([{ serviceId: '' }, {}])(
  'that is not named is listed next to what else is wrong with its change: %j',
  async (named) => {
    const headers = { accept: 'application/problem+json' };
    const { body } = await updating(100, { ...named, group: {}, description: 5 }, { headers });
    const listed = body.errors.map(({ pointer, code }: { pointer: string; code: number }) => [pointer, code]);
    expect(listed).toContainEqual(['/serviceId', 2494]);
    expect(listed[0]).toEqual(['/group', 400]);
  },
);
