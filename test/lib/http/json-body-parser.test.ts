/** The short way through the JSON parser against the package that it stands before. */
import httpJsonBodyParser from '@middy/http-json-body-parser';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonBodyParser } from '../../../lib/http/json-body-parser.ts';

type Parser = { before?: (request: never) => unknown };

/** The body that a parser leaves, or the status that the partner sees. */
const outcomeOf = ({ before }: Parser, body: string | null, isBase64Encoded: boolean) => {
  const event = { headers: { 'content-type': 'application/json' }, body, isBase64Encoded };
  try {
    before?.({ event } as never);
    return { body: event.body };
  } catch (error) {
    const { statusCode, entry } = error as { statusCode?: number; entry?: { status: number } };
    // The package's 422 becomes a 400 on its way out.
    return { status: entry?.status ?? (statusCode === 422 ? 400 : statusCode) };
  }
};

const word = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  '\\u005f_proto__',
  '\\u0063onstructor',
  'a',
  '\\u00e9',
);
const text = fc.oneof(
  fc.json(),
  fc.string(),
  // Keys and values of the words above, at two depths.
  fc.tuple(word, word, word).map(([a, b, c]) => `{"${a}":{"${b}":1},"x":["${c}",{"${c}":{"${a}":{}}}]}`),
  fc.tuple(word, fc.json()).map(([key, json]) => `{"${key}":${json}}`),
);

it('reads and refuses what the package reads and refuses', () => {
  fc.assert(
    fc.property(text, fc.boolean(), (body, isBase64Encoded) => {
      const sent = isBase64Encoded ? Buffer.from(body).toString('base64') : body;
      expect(outcomeOf(jsonBodyParser() as Parser, sent, isBase64Encoded)).toEqual(
        outcomeOf(httpJsonBodyParser() as Parser, sent, isBase64Encoded),
      );
    }),
    { numRuns: 5000 },
  );
  for (const body of [null, '', '{']) {
    expect(outcomeOf(jsonBodyParser() as Parser, body, false)).toEqual(
      outcomeOf(httpJsonBodyParser() as Parser, body, false),
    );
  }
});
