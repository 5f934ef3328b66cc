/** What `tsc` refuses of cases: each line below an expected error is one that must not compile. Nothing here runs. */
import { type Cases, operation } from '../../lib/contract/cases.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import type { Contract } from '../../lib/contract/operation.ts';
import { addressed, recordNumber } from '../../lib/contract/parameters.ts';

const contract = {
  id: 'saveThing',
  module: 'things',
  method: 'POST',
  path: '/v1/thing/{businessId}',
  summary: 'Save a thing',
  tag: 'Things',
  description: 'Saves a thing.',
  pathParameters: { businessId: addressed(errors.businessNotFound, 'The location') },
  query: { kind: { description: 'Its kind', schema: { type: 'string' }, required: true } },
  headers: { 'x-thing': { description: 'The thing', schema: recordNumber, addresses: errors.businessInvalid } },
  request: { type: 'object', properties: { things: { type: 'array' } } },
  reply: {},
  errors: { businessNotFound: errors.businessNotFound, nameBlank: errors.nameBlank },
  access: ['UpdateItem'],
  writes: true,
  bodyIdentifiers: ['things'],
} as const satisfies Contract;

const example = { summary: 'A thing', reply: {} };
const place = { foreign: {}, absent: {}, code: 1011 };

const complete: Cases<typeof contract> = {
  parameters: { businessId: 1, kind: 'a' },
  examples: [example],
  provocations: { businessNotFound: {}, nameBlank: { unprovoked: 'test/things.test.ts' } },
  invalid: { message: 'kind is required' },
  foreign: { businessId: place, 'x-thing': place, things: place },
};
operation(contract, complete);

const { parameters, examples, provocations, invalid, foreign } = complete;
// @ts-expect-error the examples are left out
operation(contract, { parameters, provocations, invalid, foreign });
// @ts-expect-error there is no example
operation(contract, { ...complete, examples: [] });
// @ts-expect-error the provocations are left out
operation(contract, { parameters, examples, invalid, foreign });
// @ts-expect-error one error has no provocation
operation(contract, { ...complete, provocations: { businessNotFound: {} } });
// @ts-expect-error one provocation is of an error that it does not have
operation(contract, { ...complete, provocations: { businessNotFound: {}, nameBlank: {}, nameTooLong: {} } });
// @ts-expect-error the request that is wrong is left out
operation(contract, { parameters, examples, provocations, foreign });
// @ts-expect-error its message is left out
operation(contract, { ...complete, invalid: {} });
// @ts-expect-error the foreign places are left out
operation(contract, { parameters, examples, provocations, invalid });
// @ts-expect-error the place in the path is left out
operation(contract, { ...complete, foreign: { 'x-thing': place, things: place } });
// @ts-expect-error the place in a header is left out
operation(contract, { ...complete, foreign: { businessId: place, things: place } });
// @ts-expect-error the place in the body is left out
operation(contract, { ...complete, foreign: { businessId: place, 'x-thing': place } });
// @ts-expect-error a place has no request for what is not there
operation(contract, { ...complete, foreign: { ...foreign, things: { foreign: {}, code: 1011 } } });
// @ts-expect-error the parameters are left out
operation(contract, { examples, provocations, invalid, foreign });
// @ts-expect-error a parameter of the path has no value
operation(contract, { ...complete, parameters: { kind: 'a' } });
// @ts-expect-error a parameter that is required has no value
operation(contract, { ...complete, parameters: { businessId: 1 } });
// @ts-expect-error no such parameter
operation(contract, { ...complete, examples: [{ ...example, parameters: { businessID: 1 } }] });
// @ts-expect-error it takes no If-Match
operation(contract, { ...complete, examples: [{ ...example, parameters: { 'If-Match': '*' } }] });

operation(contract, { ...complete, examples: [{ ...example, parameters: { 'Idempotency-Key': 'a', 'x-thing': 2 } }] });
operation(contract, { ...complete, provocations: { ...provocations, nameBlank: (now) => ({ body: { now } }) } });

const plain = {
  id: 'getThing',
  module: 'things',
  method: 'GET',
  path: '/v1/things',
  summary: 'Get things',
  tag: 'Things',
  description: 'Gets things.',
  reply: {},
  errors: {},
  access: [],
} as const satisfies Contract;

operation(plain, { parameters: {}, examples: [example], provocations: {}, foreign: {} });
// @ts-expect-error no request of it is wrong in a way that has no code
operation(plain, { parameters: {}, examples: [example], provocations: {}, foreign: {}, invalid: { message: 'x' } });
// @ts-expect-error no function may scan
operation({ ...plain, access: ['Scan'] }, { parameters: {}, examples: [example], provocations: {}, foreign: {} });
