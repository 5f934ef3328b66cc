/**
 * A collection for Postman (format v2.1) of all operations: each example, and some requests that are refused whatever the
 * day and whatever was sent before, with a test of what they are answered. Pure.
 */
import type { Operation, Provocation, SampleRequest } from '../../lib/contract/cases.ts';
import { parametersOf, successOf } from '../../lib/contract/derived.ts';
import { operations } from '../../lib/operations.ts';
import { type PlainRequest, plainRequest } from '../sample-request.ts';

/** What a request is answered, as far as the collection's tests look. */
interface Expected {
  /** One of these: a dry run of what would be accepted for later is answered at once. */
  readonly statuses: readonly number[];
  /** Of an error. */
  readonly code?: number;
}

interface Case {
  readonly name: string;
  readonly sample: SampleRequest;
  readonly expected: Expected;
}

/** No one wants to see more of a body that is too large. */
const MOST_CHARACTERS = 10_000;
/** Of an operation: the document has them all. */
const MOST_REFUSALS = 4;

/** Whether nothing but the demo data is needed for it, on any day. */
const isPlain = (provoked: unknown): provoked is Provocation =>
  typeof provoked === 'object' &&
  provoked !== null &&
  !('unprovoked' in provoked) &&
  !('records' in provoked) &&
  JSON.stringify(provoked).length < MOST_CHARACTERS;

const casesOf = (operation: Operation): readonly Case[] => {
  const { examples, provocations, invalid, items } = operation.cases;
  const [first] = examples;
  const body = first.body === undefined ? {} : { body: first.body };
  // Where examples are about what no data file contains, the first one works without it.
  const right = (items ? [first] : examples)
    .filter(({ ofItems }) => !ofItems)
    .map((example) => ({
      name: example.summary,
      sample: example,
      expected: { statuses: [...new Set([200, successOf(operation)])] },
    }));
  const wrong = Object.entries(provocations).flatMap(([name, provoked]) => {
    if (!isPlain(provoked) || items) return [];
    const { status, code, message } = operation.errors[name]!;
    return [{ name: `${code}: ${message}`, sample: { ...body, ...provoked }, expected: { statuses: [status], code } }];
  });
  const malformed = invalid && isPlain(invalid) && !items ? [invalid] : [];
  return [
    ...right,
    ...wrong.slice(0, MOST_REFUSALS),
    ...malformed.map((each) => ({
      name: `400: ${each.message}`,
      sample: { ...body, ...each },
      expected: { statuses: [400], code: 400 },
    })),
  ];
};

/** Writes are dry runs until the reader says otherwise: the collection can be run again and again. */
const DRY_RUN = 'validateOnly';

const sent = (operation: Operation, sample: SampleRequest): PlainRequest =>
  plainRequest(operation, {
    ...sample,
    parameters: {
      ...(operation.writes && parametersOf(operation).some(({ name }) => name === DRY_RUN) && { [DRY_RUN]: true }),
      ...sample.parameters,
    },
  });

const testOf = ({ statuses, code }: Expected): readonly string[] => [
  `pm.test('is answered ${statuses.join(' or ')}${code === undefined ? '' : ` with code ${code}`}', () => {`,
  `  pm.expect(pm.response.code).to.be.oneOf([${statuses.join(', ')}]);`,
  ...(code === undefined ? [] : [`  pm.expect(pm.response.json().code).to.equal(${code});`]),
  '});',
];

const urlOf = (path: string) => {
  const raw = `{{baseUrl}}${path}`.replace(`${DRY_RUN}=true`, `${DRY_RUN}={{${DRY_RUN}}}`);
  const [place = '', query] = raw.split('?');
  return {
    raw,
    host: ['{{baseUrl}}'],
    path: place.split('/').slice(1),
    ...(query !== undefined && {
      query: query.split('&').map((each) => {
        const [key = '', value = ''] = each.split('=');
        return { key: decodeURIComponent(key), value: decodeURIComponent(value.replaceAll('+', ' ')) };
      }),
    }),
  };
};

const itemOf = (operation: Operation, { name, sample, expected }: Case) => {
  const { method, path, headers, body } = sent(operation, sample);
  return {
    name,
    request: {
      method,
      header: Object.entries(headers).map(([key, value]) => ({ key, value })),
      url: urlOf(path),
      ...(body !== undefined && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(sample.body, null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
    },
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: testOf(expected) } }],
  };
};

const folderOf = (operation: Operation) => ({
  name: operation.summary,
  description: operation.description,
  item: casesOf(operation).map((each) => itemOf(operation, each)),
});

/**
 * @param version - of the package
 * @param apiKey - one of the demo data's
 */
export const postmanCollection = ({ version, apiKey }: { readonly version: string; readonly apiKey: string }) => ({
  info: {
    name: `Partner Listing API ${version}`,
    description:
      'Every operation against the demo data of `npm start`. Writes are dry runs: set the variable `validateOnly` to `false` to write.',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: {
    type: 'apikey',
    apikey: [
      { key: 'key', value: 'x-api-key', type: 'string' },
      { key: 'value', value: '{{apiKey}}', type: 'string' },
      { key: 'in', value: 'header', type: 'string' },
    ],
  },
  variable: [
    { key: 'baseUrl', value: 'http://localhost:3000' },
    { key: 'apiKey', value: apiKey },
    { key: DRY_RUN, value: 'true' },
  ],
  item: [...Map.groupBy(operations, ({ tag }) => tag)].map(([tag, all]) => ({ name: tag, item: all.map(folderOf) })),
});
