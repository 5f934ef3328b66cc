/** Calls of agents are checked by the contract: what the service takes passes, and what is wrong is said before it leaves. */
import { describe, expect, it } from 'vitest';
import { parametersOf } from '../../../lib/contract/derived.ts';
import { allOperations } from '../../../lib/operations.ts';
import { checkCall } from '../../../tools/mcp/check.ts';
import { isWrite } from '../../../tools/mcp/effects.ts';
import { findOperation } from '../../../tools/mcp/find-operation.ts';
import { urlOf } from '../../../tools/mcp/send.ts';

const operationOf = (id: string) => allOperations.find((operation) => operation.id === id)!;
type Parameters = Readonly<Record<string, unknown>>;
const problemsOf = (id: string, parameters: Parameters, body?: Record<string, unknown>) =>
  checkCall({ operation: operationOf(id), parameters, body }).problems;

describe('The check of a call', () => {
  it('passes every example of every operation', () => {
    const refused = allOperations.flatMap((operation) =>
      operation.cases.examples.flatMap(({ parameters, body }) => {
        const sent = { ...operation.cases.parameters, ...parameters };
        const { validateOnly: _, ...own } = sent as Parameters;
        const { problems, ignored } = checkCall({ operation, parameters: own, body: body as Record<string, unknown> });
        return problems.length + ignored.length > 0 ? [[operation.id, problems, ignored]] : [];
      }),
    );
    expect(refused).toEqual([]);
  });

  it('refuses what the contract alone refuses, with its own message', () => {
    // What is stored, and rules, are the service's.
    let refused = 0;
    for (const operation of allOperations) {
      const { invalid, parameters } = operation.cases;
      if (!invalid || operation.ifMatch || invalid.parameters?.validateOnly !== undefined) continue;
      const body = (invalid.body ?? operation.cases.examples[0].body) as Record<string, unknown> | undefined;
      const { problems } = checkCall({ operation, parameters: { ...parameters, ...invalid.parameters }, body });
      if (problems.includes(invalid.message)) refused += 1;
    }
    expect(refused).toBeGreaterThan(25);
  });

  it.each<[string, string, Parameters, Record<string, unknown> | undefined, string | RegExp]>([
    [
      'an unknown parameter',
      'getBusiness',
      { businessId: 7, id: 1 },
      undefined,
      'there is no parameter "id": it takes businessId, fields',
    ],
    [
      'a key among the parameters',
      'getBusiness',
      { businessId: 7, 'x-api-key': 'k' },
      undefined,
      /no parameter "x-api-key"/,
    ],
    ['a missing number', 'getBusiness', {}, undefined, 'businessId is required'],
    [
      'text for a number',
      'getBusiness',
      { businessId: 'seven' },
      undefined,
      'businessId must be a whole number above 0',
    ],
    [
      'an object for a parameter',
      'getBusiness',
      { businessId: { $ne: 1 } },
      undefined,
      'businessId must be a text, a number, true or false',
    ],
    [
      'a list for a number',
      'getBusiness',
      { businessId: [1, 2] },
      undefined,
      'businessId must be a text, a number, true or false',
    ],
    [
      'a size beyond the page',
      'getReviews',
      { businessId: 7, sindex: 0, count: 5000 },
      undefined,
      'count must be at most 1000',
    ],
    [
      'a window that is too deep',
      'getReviews',
      { businessId: 7, sindex: 99_999, count: 1000 },
      undefined,
      /error 2348/,
    ],
    [
      'a body that is missing',
      'updateBusiness',
      { businessId: 7 },
      undefined,
      'the operation needs a body: a JSON object',
    ],
    ['a body that is not taken', 'getBusiness', { businessId: 7 }, { a: 1 }, 'the operation takes no body'],
    [
      'a wrong field',
      'getReviews',
      { businessId: 7, sindex: 0, count: 5 },
      { ratings: ['x'] },
      'ratings[0] must be a number',
    ],
    ['a dry run by hand', 'updateBusiness', { businessId: 7, validateOnly: false }, {}, /leave confirm out/],
    [
      'a dry run in another spelling',
      'updateBusiness',
      { businessId: 7, validate_only: false },
      {},
      /no parameter "validate_only"/,
    ],
    [
      'a header with a line break',
      'updateBusiness',
      { businessId: 7, 'If-Match': '"1"\r\nHost: evil.example' },
      {},
      "If-Match has characters that a header can't hold",
    ],
    [
      'a header beyond Latin-1',
      'updateBusiness',
      { businessId: 7, 'If-Match': '"\u4e00"' },
      {},
      "If-Match has characters that a header can't hold",
    ],
    [
      'two dots in a path',
      'deleteSubscription',
      { subscriptionId: '..' },
      undefined,
      'subscriptionId must be a part of a path, not ".."',
    ],
    [
      'a dot in a path',
      'deleteSubscription',
      { subscriptionId: '.' },
      undefined,
      'subscriptionId must be a part of a path, not "."',
    ],
    [
      'nothing in a path',
      'deleteSubscription',
      { subscriptionId: ' ' },
      undefined,
      'subscriptionId must be a part of a path, not " "',
    ],
  ])('says what is wrong with %s', (_, id, parameters, body, problem) => {
    const problems = problemsOf(id, parameters, body);
    expect(problems).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)]);
  });

  it('says all of it at once', () => {
    const problems = problemsOf('getReviews', { businessId: 0, sindex: -1, count: 5000 }, { ratings: ['x'], tags: 5 });
    expect(problems.length).toBeGreaterThan(3);
  });

  it('names body fields that the operation does not know, in rows and objects too, and no other', () => {
    const body = {
      faks: 1,
      location: { zip: '1', zipcode: '2' },
      hoursOfOperations: [{ day: 0, dya: 1 }],
      additionalCategory2: 'Bar',
      alphaListing: { attributes: { 'any name': 1 } },
    };
    const { ignored } = checkCall({ operation: operationOf('updateBusiness'), parameters: { businessId: 7 }, body });
    expect(ignored.filter((path) => path !== 'additionalCategory2')).toEqual([
      'faks',
      'location.zipcode',
      'hoursOfOperations[0].dya',
    ]);
  });
});

describe('The URL of a call', () => {
  const base = new URL('https://api.example/prod');
  const evil = [
    '//evil.example',
    'https://evil.example/',
    '../../admin',
    '..%2f..',
    '%2e%2e',
    'a/b?c=d#e',
    '\\evil',
    '@evil.example',
    'a\r\nb',
    '\u0000',
  ];

  it('stays on its host and path, whatever the parameters are', () => {
    for (const operation of allOperations)
      for (const text of evil) {
        const values = Object.fromEntries(parametersOf(operation).map(({ name }) => [name, text]));
        const url = urlOf(base, { operation, values });
        const shape = operation.path.replaceAll(/\{\w+\}/g, '[^/?#]+');
        expect([url.origin, url.hash, url.username]).toEqual(['https://api.example', '', '']);
        expect(url.pathname).toMatch(new RegExp(`^/prod${shape}$`));
      }
  });

  it('is refused where a part of the path would lead elsewhere', () => {
    const operation = operationOf('deleteSubscription');
    for (const subscriptionId of ['..', '.'])
      expect(() => urlOf(base, { operation, values: { subscriptionId } })).toThrow(
        'The parameters lead to another path.',
      );
  });
});

describe('The name of an operation', () => {
  const find = (name: string) => findOperation(allOperations, () => [operationOf('getUsage')], name);

  it('is its id; a path or a URL is advice, and reaches nothing', () => {
    expect(find('getUsage').operation?.id).toBe('getUsage');
    for (const [name, advice] of [
      ['GET /v1/business/700101', /is a path.*updateBusiness, getBusiness, patchBusiness, deleteBusiness/],
      ['https://evil.example/prod/v1/usage?x=1', /is a path.*getUsage/],
      ['/v1/nowhere/../usage', /No operation has the path/],
      ['/v9/nothing', /No operation has the path/],
      ['getUsag', /no operation "getUsag"\. Near it: getUsage\./],
      ['', /There is no operation ""/],
    ] as const) {
      expect(find(name).operation).toBeUndefined();
      expect(find(name).advice).toMatch(advice);
    }
  });
});

describe('What writes', () => {
  it('is said by the contracts, not by the method', () => {
    const writes = allOperations.filter(isWrite).map(({ id }) => id);
    expect(writes).toEqual(allOperations.filter((operation) => operation.writes).map(({ id }) => id));
    expect(writes).toContain('unsubscribe');
    expect(operationOf('unsubscribe').method).toBe('GET');
    expect(writes).not.toContain('getReviews');
    expect(operationOf('getReviews').method).toBe('POST');
  });

  it('is what may change the table, also where a contract forgot to say so', () => {
    expect(isWrite({ access: ['GetItem', 'DeleteItem'] })).toBe(true);
    expect(isWrite({ access: ['GetItem', 'Query', 'BatchGetItem', 'ConditionCheckItem'] })).toBe(false);
  });
});
