/** Routes, policies and usage plans, by themselves. */
import { describe, expect, test } from 'vitest';
import { periodStart } from '../../lib/usage/rules/periods.ts';
import { parseQuery } from '../../tools/local/exchange.ts';
import { isAllowed, readAuthorizerOutput } from '../../tools/local/policy.ts';
import { matchRoute, readPath } from '../../tools/local/router.ts';
import { readTemplate } from '../../tools/local/template.ts';
import { createTtlCache } from '../../tools/local/ttl-cache.ts';
import { createUsagePlans, type Refusal } from '../../tools/local/usage-plans.ts';
import { exampleTemplate } from './fixture.ts';

const model = readTemplate(exampleTemplate());

describe('routes (points 1 to 3)', () => {
  test.each([
    ['GET', '/v1/items/7', '/v1/items/{id}', { id: '7' }],
    ['GET', '/v1/items/7/', '/v1/items/{id}', { id: '7' }],
    ['GET', '/v1/items/a%2Fb%2B', '/v1/items/{id}', { id: 'a%2Fb%2B' }],
    ['POST', '/open/static', '/open/static', {}],
    ['PUT', '/open/static', '/open/{name}', { name: 'static' }],
    ['GET', '/open/static', '/open/{proxy+}', { proxy: 'static' }],
    ['DELETE', '/open/a//b%2Bc+', '/open/{proxy+}', { proxy: 'a//b%2Bc+' }],
    ['HEAD', '/open/a', '/open/{proxy+}', { proxy: 'a' }],
  ])('%s %s is %s', (verb, path, resource, pathParameters) => {
    const route = matchRoute(model.root, verb, path);
    expect(route).toMatchObject({ pathParameters, resource: { path: resource } });
  });

  test.each([
    ['POST', '/v1/items/7'],
    ['HEAD', '/capped'],
    ['GET', '/v1/items/'],
    ['GET', '/v1//items/7'],
    ['GET', '/open'],
    ['TRACE', '/open/a'],
    ['OPTIONS', '*'],
    ['GET', '/'],
  ])('%s %s is unknown', (verb, path) => expect(matchRoute(model.root, verb, path)).toBeUndefined());

  test.each([
    ['/v1/x', '/v1/x', '/prod/v1/x'],
    ['/prod/v1/x', '/v1/x', '/prod/v1/x'],
    ['/prod', '/', '/prod'],
    ['//x//y', '/x//y', '/prod//x//y'],
    ['/production', '/production', '/prod/production'],
  ])('the path %s is routed as %s', (sent, path, stagePath) =>
    expect(readPath(sent, 'prod', model.root)).toEqual({ path, stagePath }),
  );

  test('query strings are decoded once, and never fail', () => {
    expect([...parseQuery('a=1&a=%2B+%2525&b;c=%zz&&d=x=y&__proto__=1')]).toEqual([
      ['a', ['1', '+ %25']],
      ['b', ['']],
      ['c', ['%zz']],
      ['d', ['x=y']],
      ['__proto__', ['1']],
    ]);
  });
});

describe('policies (point 9)', () => {
  const arn = 'arn:aws:execute-api:us-east-1:000000000000:api/prod/GET/v1/items/7';
  const allow = (Resource: unknown, Action: unknown = 'execute-api:Invoke') => ({ Effect: 'Allow', Action, Resource });
  test.each([
    ['the whole stage', [allow('arn:aws:execute-api:*:*:api/prod/*')], true],
    ['one character', [allow(arn.replace('7', '?'))], true],
    ['a list', [allow(['x', arn], ['execute-api:*'])], true],
    ['another route', [allow(`${arn}8`)], false],
    ['a dot that is no wildcard', [allow(arn.replace('-', '.'))], false],
    ['another action', [allow('*', 's3:GetObject')], false],
    ['an Allow and a Deny', [allow('*'), { ...allow(arn), Effect: 'Deny' }], false],
    ['nothing', [], false],
  ])('%s', (_, Statement, allowed) => {
    const { statements } = readAuthorizerOutput({ principalId: 'p', policyDocument: { Statement } });
    expect(isAllowed(statements, arn)).toBe(allowed);
  });

  test('context becomes strings next to the principal', () => {
    const policyDocument = { Statement: allow('*') };
    const output = { principalId: 'p', policyDocument, context: { n: 1, yes: true, s: 's' }, usageIdentifierKey: 'k' };
    expect(readAuthorizerOutput(output)).toMatchObject({
      context: { n: '1', yes: 'true', s: 's', principalId: 'p' },
      usageIdentifierKey: 'k',
    });
  });

  test.each([
    ['no object', null],
    ['no principal', { policyDocument: { Statement: [] } }],
    ['no policy', { principalId: 'p' }],
    ['a nested context', { principalId: 'p', policyDocument: { Statement: [] }, context: { a: [] } }],
    ['a condition', { principalId: 'p', policyDocument: { Statement: [{ ...allow('*'), Condition: {} }] } }],
    ['no resource', { principalId: 'p', policyDocument: { Statement: [{ Effect: 'Allow', Action: '*' }] } }],
  ])('%s is a configuration error', (_, output) =>
    expect(() => readAuthorizerOutput(output)).toThrow('AUTHORIZER_CONFIGURATION_ERROR'),
  );
});

describe('usage plans (point 11)', () => {
  const item = matchRoute(model.root, 'GET', '/v1/items/1')!;
  const put = matchRoute(model.root, 'PUT', '/v1/items/1')!;
  const capped = matchRoute(model.root, 'GET', '/capped')!;
  const plan = model.usagePlans[0]!;
  const start = Date.UTC(2026, 10, 21, 23, 59);

  const setUp = () => {
    const clock = { now: start };
    const refusal = createUsagePlans(model.stage, () => clock.now);
    const times = (count: number, route = item, keyId = 'a'): (Refusal | undefined)[] =>
      Array.from({ length: count }, () => refusal(route, { keyId, plan }));
    return { clock, refusal, times };
  };

  test('a bucket holds the burst and refills with time, one for each key', () => {
    const { clock, times } = setUp();
    expect(times(4)).toEqual([undefined, undefined, undefined, 'THROTTLED']);
    expect(times(1, item, 'b')).toEqual([undefined]);
    clock.now += 999;
    expect(times(1)).toEqual(['THROTTLED']);
    clock.now += 1;
    expect(times(2)).toEqual([undefined, 'THROTTLED']);
  });

  test('an override gives a method a bucket of its own', () => {
    const { times } = setUp();
    expect(times(2, put)).toEqual([undefined, 'THROTTLED']);
    expect(times(1)).toEqual([undefined]);
  });

  test('the stage limits a method for all, without a key too', () => {
    const { refusal } = setUp();
    expect([refusal(capped, undefined), refusal(capped, undefined)]).toEqual([undefined, 'THROTTLED']);
  });

  test('the quota counts what passed and starts afresh at midnight UTC', () => {
    const { clock, times } = setUp();
    times(4);
    clock.now += 3000;
    expect(times(3)).toEqual([undefined, undefined, 'QUOTA_EXCEEDED']);
    clock.now = Date.UTC(2026, 10, 22);
    expect(times(1)).toEqual([undefined]);
  });

  test('an offset is used up in the first period only', () => {
    const quota = { limit: 5, offset: 4, period: 'DAY' as const };
    const clock = { now: start };
    const refusal = createUsagePlans({ ...model.stage, limits: [] }, () => clock.now);
    const use = () => refusal(item, { keyId: 'a', plan: { ...plan, quota, limit: undefined } });
    expect([use(), use()]).toEqual([undefined, 'QUOTA_EXCEEDED']);
    clock.now += 60_000;
    expect([use(), use()]).toEqual([undefined, undefined]);
  });

  test.each([
    ['DAY', '2026-11-21T00:00:00.000Z'],
    ['WEEK', '2026-11-15T00:00:00.000Z'],
    ['MONTH', '2026-11-01T00:00:00.000Z'],
  ] as const)('a %s began at %s', (period, begin) =>
    expect(new Date(periodStart(period, start)).toISOString()).toBe(begin),
  );

  test('a cache forgets by time and by number', () => {
    const clock = { now: 0 };
    const cache = createTtlCache<number>(() => clock.now, 2);
    for (const key of ['a', 'b', 'c']) cache.set(key, 1, 10);
    expect(['a', 'b', 'c'].map(cache.get)).toEqual([undefined, 1, 1]);
    clock.now = 10;
    expect(cache.get('c')).toBeUndefined();
  });
});
