/** What the client sends, and how it reads lists: the runtime with its facts of each operation. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../../../lib/contract/cases.ts';
import { operations } from '../../../../lib/operations.ts';
import { clientOperations, runtimeOperation } from '../../../../tools/docs/client/facts.ts';
import { type Answer, Caller } from '../../../../tools/docs/client/runtime/caller.ts';
import { type Given, wireRequest } from '../../../../tools/docs/client/runtime/request.ts';
import { resolved, type Settings } from '../../../../tools/docs/client/runtime/settings.ts';
import { demoKey } from '../../../../tools/local/demo.ts';
import type { Service } from '../../../../tools/local/service.ts';
import { plainRequest } from '../../../../tools/sample-request.ts';
import { itemsOfCases } from '../../../support/case-items.ts';
import { tried } from '../../../support/chosen.ts';
import { startDemoService } from '../../../support/demo-service.ts';
import { putItems } from '../../../support/put-items.ts';

const facts = clientOperations(operations);
const rows = Object.fromEntries(facts.map((each) => [each.id, runtimeOperation(each)]));
const lists = facts.filter(({ paging }) => paging);

/** The first example of an operation, as the client's method is given it. */
const firstExample = ({ id, cases }: Operation): Given => {
  const [{ parameters, body }] = cases.examples;
  const values: Readonly<Record<string, unknown>> = { ...cases.parameters, ...parameters };
  const own = facts.find((each) => each.id === id)!.parameters;
  return {
    ...Object.fromEntries(own.map(({ name, wire }) => [name, values[wire]])),
    ...(body !== undefined && { body }),
  };
};

const settings = resolved({ baseUrl: 'https://api.example/prod/', apiKey: 'a key' }, 'the-client/1');

describe('A request', () => {
  it.each(operations.map((each) => [each.id, each] as const))('of %s is what its example says', (id, operation) => {
    const { url, method, headers, body } = wireRequest(settings, rows[id]!, firstExample(operation), {});
    const plain = plainRequest(operation, operation.cases.examples[0]);
    expect(method).toBe(plain.method);
    expect(new URL(url)).toEqual(new URL(`https://api.example/prod${plain.path}`));
    expect(JSON.parse(body ?? 'null')).toEqual(JSON.parse(plain.body ?? 'null'));
    expect(headers).toMatchObject({ ...plain.headers, 'x-api-key': 'a key' });
    expect(headers['Idempotency-Key'] !== undefined).toBe(operation.writes === true);
  });

  it('carries the options of its call', () => {
    const given = { businessId: 700101, body: {} };
    const options = { ifMatch: '"7"', validateOnly: true };
    const dry = wireRequest(settings, rows.updateBusiness!, given, options);
    expect(dry.url).toBe('https://api.example/prod/v1/business/700101?validateOnly=true');
    expect(dry.headers).toMatchObject({ 'If-Match': '"7"' });
    expect(dry.headers).not.toHaveProperty('Idempotency-Key');
    const named = wireRequest(settings, rows.updateBusiness!, given, { idempotencyKey: 'mine' });
    expect(named.headers['Idempotency-Key']).toBe('mine');
  });

  it('can name no other resource than its own', () => {
    const urlOf = (cardId: unknown) =>
      wireRequest(settings, rows.deleteCard!, { cardId, businessNumber: 1 }, {}).url.slice(
        'https://api.example'.length,
      );
    expect(urlOf('a/../b?c#d')).toBe('/prod/v1/business/public/card/a%2F..%2Fb%3Fc%23d');
    for (const wrong of ['..', '.', '', undefined, null]) expect(() => urlOf(wrong)).toThrow(TypeError);
  });

  it('has nothing that the operation does not know', () => {
    const given = { businessId: 1, businesId: 2 };
    expect(() => wireRequest(settings, rows.getBusiness!, given, {})).toThrow('getBusiness has no parameter businesId');
  });

  it('has no value that no header can hold, and no limit that no timer takes', async () => {
    const given = { businessId: 700101, body: {} };
    const split = { idempotencyKey: 'one\ntwo' };
    expect(() => wireRequest(settings, rows.updateBusiness!, given, split)).toThrow(TypeError);
    const api = new Caller({ baseUrl: 'http://127.0.0.1:9', apiKey: 'a key' }, '');
    await expect(api.call(rows.listEvents!, {}, { timeout: 2 ** 31 })).rejects.toThrow('timeout must be a number from');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])(
    'has no %s, which JSON would make null and so clear a field',
    (year) => {
      const given = { businessId: 700101, body: { location: { latitude: 1 }, establishedYear: year } };
      expect(() => wireRequest(settings, rows.updateBusiness!, given, {})).toThrow(
        new TypeError('updateBusiness: establishedYear is not a finite number'),
      );
    },
  );

  it.each<Partial<Settings>>([
    { baseUrl: 'api.example' },
    { baseUrl: 'ftp://api.example' },
    { baseUrl: 'https://user:secret@api.example' },
    { baseUrl: 'https://api.example?stage=prod' },
    { apiKey: ' ' },
    { timeout: 0 },
    { retries: Number.NaN },
    { deadline: Number.POSITIVE_INFINITY },
  ])('needs settings unlike %j', (wrong) =>
    expect(() => new Caller({ baseUrl: 'https://api.example', apiKey: 'a key', ...wrong }, '')).toThrow(TypeError),
  );
});

describe('Lists', () => {
  let service: Service;
  let api: Caller;
  beforeAll(async () => {
    service = await startDemoService([], { requestsOnly: true });
    // A bulk update is in no data file.
    await putItems(service.table, itemsOfCases());
    api = new Caller({ baseUrl: service.url, apiKey: await demoKey() }, 'the-client/1');
  });
  afterAll(() => service?.close());

  const collect = async (id: string, given: Given, pageSize: number): Promise<unknown[]> => {
    const found: unknown[] = [];
    for await (const record of api.records(rows[id]!, given, { pageSize })) found.push(record);
    return found;
  };

  it.each(tried(lists, 4, { salt: 'lists', nameOf: ({ id }) => id }).map(({ id }) => id))(
    'of %s are read to their end, whatever the size of a page',
    async (id) => {
      const { paging, ...row } = rows[id]!;
      const given = { ...firstExample(operations.find((each) => each.id === id)!) };
      // The iterator says which page it wants.
      const body = { ...(given.body as object | undefined) };
      for (const name of [paging!.start, paging!.size]) {
        Reflect.deleteProperty(given, name);
        Reflect.deleteProperty(body, name);
      }
      const request = row.body ? { ...given, body } : given;
      const whole = await collect(id, request, 100);
      expect(await collect(id, request, 1)).toEqual(whole);
      expect(await collect(id, request, 2)).toEqual(whole);
      if (id !== 'listDeliveries') expect(whole.length).toBeGreaterThan(0);
    },
  );

  it('are asked for until they are whole, and no further', async () => {
    const pages: unknown[] = [];
    for await (const { data } of api.pages(rows.searchBusinesses!, { businessId: 700100 }, { pageSize: 3 })) {
      pages.push((data as { accounts: unknown[] }).accounts.length);
    }
    const { data } = await api.call<Answer<{ totalCount: number }>>(rows.searchBusinesses!, { businessId: 700100 });
    const full = Math.floor(data.totalCount / 3);
    expect(pages).toEqual([...Array(full).fill(3), ...(data.totalCount % 3 ? [data.totalCount % 3] : [])]);
    expect(full).toBeGreaterThan(1);
  });

  it('with a total that counts no further end with 2348, not as if they were whole', async () => {
    const asked: number[] = [];
    const counted: typeof fetch = async (url) => {
      const { searchParams } = new URL(String(url));
      const start = Number(searchParams.get('startIndex'));
      asked.push(start);
      return start + Number(searchParams.get('pageSize')) > 100_000
        ? Response.json({ code: 2348, message: 'too deep' }, { status: 400 })
        : Response.json({ totalCount: 100_000, deliveries: [{ id: start }] });
    };
    const many = new Caller({ baseUrl: 'https://api.example', apiKey: 'a key', fetch: counted }, 'the-client/1');
    const read = async () => {
      for await (const record of many.records(rows.listDeliveries!, { subscriptionId: 'sub_1' })) {
        expect(record).toEqual({ id: expect.any(Number) });
      }
    };
    await expect(read()).rejects.toMatchObject({ code: 2348 });
    expect(asked).toHaveLength(101);
  });

  it('are all known as lists', () => {
    const words = /^(?:page|pageSize|startIndex|sindex)$/i;
    // The changes feed goes on with a cursor.
    const named = operations.filter(
      ({ query, paging, pagedBy, request, feed }) =>
        pagedBy !== undefined ||
        (!feed &&
          [query, (request as { properties?: object } | undefined)?.properties, paging && { [paging.start]: 0 }].some(
            (place) => Object.keys(place ?? {}).some((name) => words.test(name)),
          )),
    );
    expect(lists.map(({ id }) => id)).toEqual(named.map(({ id }) => id));
    const fromOne = lists.filter(({ paging }) => paging!.first === 1);
    expect(fromOne.map(({ id }) => id)).toEqual(['socialPerformance', 'searchAiCitations']);
    expect(lists.map(({ id, paging }) => [id, paging!.records, paging!.total])).toEqual([
      ['getBulkUpdate', 'results', 'totalCount'],
      ['searchBusinesses', 'accounts', 'totalCount'],
      ['getChildBusinesses', undefined, undefined],
      ['listContacts', 'customers', 'totalCount'],
      ['contactDetails', 'contacts', 'totalCount'],
      ['getMenuDetails', undefined, undefined],
      ['listCompetitors', undefined, undefined],
      ['competitorReviews', undefined, undefined],
      ['reviewMetrics', undefined, undefined],
      ['categoryList', undefined, undefined],
      ['listDeliveries', 'deliveries', 'totalCount'],
      ['exportConversations', 'conversations', 'totalConversations'],
      ['listPosts', 'posts', 'totalCount'],
      ['socialPerformance', 'dataPoints', undefined],
      ['listUsers', 'users', 'totalCount'],
      ['getAllQna', 'qnAs', 'totalCount'],
      ['listServices', 'services', 'totalCount'],
      ['listProducts', 'response', 'totalCount'],
      ['listIntegrations', 'integrations', 'totalCount'],
      ['listEmployees', undefined, undefined],
      ['getTickets', 'ticketDetails', 'totalcount'],
      ['listResponses', 'responseList', 'totalResponses'],
      ['listFields', undefined, undefined],
      ['getReviews', undefined, undefined],
      ['usageByLocation', 'dataPoints', 'totalCount'],
      ['reviewsByLocation', 'dataPoints', 'totalCount'],
      ['searchAiCitations', 'citations', 'total'],
    ]);
  });
});
