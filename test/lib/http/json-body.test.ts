/** Our parser against `JSON.parse`: the same values, whatever the names; numbers that print otherwise keep their source. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberText, parseJson } from '../../../lib/contract/number-text.ts';
import { jsonBody } from '../../../lib/http/body/json.ts';
import { runs } from '../../support/chosen.ts';

/** The body that the middleware leaves, or the message of its refusal. */
const outcomeOf = (text: string): { body?: unknown; message?: string } => {
  const event = { body: text };
  try {
    (jsonBody().before as unknown as (request: { event: unknown }) => void)({ event });
    return { body: event.body as unknown };
  } catch (error) {
    return { message: (error as Error).message };
  }
};

const withoutSources = (value: unknown): unknown => {
  if (value instanceof NumberText) return Number(value.source);
  if (Array.isArray(value)) return value.map(withoutSources);
  if (typeof value !== 'object' || value === null) return value;
  // As a list of pairs: the name __proto__ is one as any other.
  return Object.entries(value).map(([name, each]) => [name, withoutSources(each)]);
};

const word = fc.constantFrom('__proto__', 'constructor', 'prototype', '\\u005f_proto__', 'a', '\\u00e9');
const number = fc.constantFrom('12345678901234567890', '1e400', '0.10', '1.0', '-0', '1e3', '0.1', '9007199254740993');
const text = fc.oneof(
  fc.json(),
  fc.string(),
  fc.tuple(word, word, word, number).map(([a, b, c, n]) => `{"${a}":{"${b}":${n}},"x":["${c}",{"${c}":{"${a}":{}}}]}`),
  fc.tuple(word, fc.json()).map(([key, json]) => `{"${key}":${json}}`),
);

describe('a JSON body', () => {
  it('is what JSON.parse reads, where that is an object; anything else is refused', () => {
    fc.assert(
      fc.property(text, (sent) => {
        const outcome = outcomeOf(sent);
        let parsed: unknown;
        try {
          parsed = JSON.parse(sent);
        } catch {
          expect(outcome.message).toMatch(/^The request body is not JSON: line [0-9]+, column [0-9]+$/);
          return;
        }
        const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
        if (isObject) expect(withoutSources(outcome.body)).toEqual(withoutSources(parsed));
        else expect(outcome.message).toMatch(/JSON object$/);
      }),
      { numRuns: runs(500, 3000) },
    );
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  it('keeps the source of a number that would be another text', () => {
    const sent = '{"a":12345678901234567890,"b":1e400,"c":1.10,"d":1e2,"e":0.5,"f":1e-7000,"g":2.0}';
    const { a, b, c, d, e, f, g } = parseJson(sent) as Record<string, unknown>;
    expect([a, b, c, f]).toEqual(
      ['12345678901234567890', '1e400', '1.10', '1e-7000'].map((source) => new NumberText(source)),
    );
    expect([d, e, g]).toEqual([100, 0.5, 2]);
    expect(JSON.stringify({ a, c })).toBe('{"a":12345678901234567000,"c":1.1}');
  });
});
