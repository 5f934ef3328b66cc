import { describe, expect, it } from 'vitest';
import { acceptedIn, weightOf } from '../../../lib/http/accepted.ts';
import { acceptsGzip } from '../../../lib/http/gzip.ts';
import { wantsProblem } from '../../../lib/http/problem.ts';

describe('weighted lists', () => {
  it.each<[string | undefined, Record<string, number>]>([
    ['a', { a: 1 }],
    ['A;q=0.5, b ; Q=0 ,c;v=1;q=0.123', { a: 0.5, b: 0, c: 0.123 }],
    [',, ,a', { a: 1 }],
    ['a;q=2, b;q=x, c;q=', { a: 1, b: 1, c: 1 }],
    ['', {}],
    [undefined, {}],
  ])('%j are read as %j', (list, expected) => expect(Object.fromEntries(acceptedIn(list))).toEqual(expected));

  it('give the weight of the first of several names that is there', () => {
    expect(weightOf('b;q=0.2, *;q=0.9', ['a', 'b', '*'])).toBe(0.2);
    expect(weightOf('*;q=0.9', ['a', 'b', '*'])).toBe(0.9);
    expect(weightOf('c', ['a', 'b', '*'])).toBeUndefined();
  });
});

describe('problem details', () => {
  it.each([
    ['application/problem+json', true],
    ['application/problem+json;q=0.001', true],
    ['application/problem+json;q=0.9, application/json;q=0.8', true],
    ['application/problem+json;q=0.9, application/json;q=0.8, */*', true],
    ['application/problem+json, text/html', true],
    ['application/problem+json, application/json', false],
    ['application/problem+json;q=0.8, */*;q=0.9', false],
    ['application/problem+json;q=0', false],
    ['application/json', false],
    ['*/*', false],
    ['application/*', false],
    ['', false],
    [undefined, false],
  ])('are preferred by %s: %s', (accept, expected) => expect(wantsProblem(accept)).toBe(expected));
});

describe('gzip', () => {
  it.each([
    ['gzip', true],
    ['br, *;q=0.1', true],
    ['gzip;q=0', false],
    ['gzip;q=0, *', false],
    ['identity', false],
    [undefined, false],
  ])('is accepted by %s: %s', (encodings, expected) => expect(acceptsGzip(encodings)).toBe(expected));
});
