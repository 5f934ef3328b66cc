/** Good requests of every operation, from which the bad ones are made. */
import fc from 'fast-check';
import type { Operation } from '../../lib/contract/cases.ts';
import { parametersOf } from '../../lib/contract/derived.ts';
import { operations } from '../../lib/operations.ts';
import { anyBody } from '../support/any-body.ts';
import { bodyOf, FIELDS } from '../support/profiles.ts';
import { webUrlWithQuery } from '../support/texts.ts';
import { KEYS, REQUIRED } from '../support/world.ts';
import type { Random } from './random.ts';

/** Locations to write to: many, so that no record grows to its limit and stays there. */
export const LOCATIONS: readonly number[] = Array.from({ length: 60 }, (_, index) => 110 + index).filter(
  (number) => number !== 150 && number !== 151,
);

export interface Draft {
  readonly operation: Operation;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | undefined;
}

/** Operations, and bodies of each, made once from a seed: a request takes one of them and changes it. */
export interface Pool {
  readonly operations: readonly Operation[];
  /** By operation. */
  readonly bodies: Readonly<Record<string, readonly string[]>>;
}
const POOL_SIZE = 400;

const contactQuery = fc.record(
  {
    id: fc.oneof(fc.constantFrom(1, 2, 3), fc.integer()),
    cid: fc.constantFrom(11, 12, 31),
    email: fc.oneof(fc.constantFrom('ada@mail.example', 'theirs@mail.example'), fc.emailAddress()),
    phone: fc.oneof(fc.constantFrom('(650) 555-0111', '+61 412 345 678'), fc.string()),
    experienceScore: fc.oneof(fc.boolean(), fc.constantFrom('yes', 0)),
  },
  { requiredKeys: [] },
);
const menuQuery = fc.record(
  {
    businessNumbers: fc.array(fc.constantFrom(101, 102, 103, 201, 0, -1, 1.5), { maxLength: 5 }),
    sortBy: fc.constantFrom('frequency', 'keyword', 'price'),
  },
  { requiredKeys: [] },
);
const newLink = fc.record({
  sourceAlias: fc.oneof(fc.constantFrom('alpha', ' BETA ', 'maps'), fc.string()),
  url: fc.oneof(webUrlWithQuery, fc.string()),
});

/** Bodies that reach deeper into an operation than its examples do. */
const OWN_BODIES: Readonly<Record<string, readonly fc.Arbitrary<unknown>[]>> = {
  updateBusiness: [bodyOf(FIELDS), anyBody.map((body) => ({ ...REQUIRED, ...body })), fc.constant(REQUIRED)],
  getContact: [contactQuery],
  getMenuDetails: [menuQuery],
  addAggregationLink: [newLink],
};

const poolOf = ({ id, cases }: Operation, seed: number): readonly string[] => {
  const examples = cases.examples.map(({ body }) => body ?? {});
  const own = (OWN_BODIES[id] ?? []).flatMap((bodies) => fc.sample(bodies, { seed, numRuns: POOL_SIZE }));
  return [...examples, ...own].map((body) => JSON.stringify(body));
};

export const makePool = (seed: number, from: readonly Operation[]): Pool => ({
  operations: from,
  bodies: Object.fromEntries(
    from.filter(({ request }) => request !== undefined).map((each) => [each.id, poolOf(each, seed)]),
  ),
});

/** The gateway lets a header replace the method; of several the last one. */
const verbOf = ({ headers, method }: Draft): string =>
  headers.findLast(([name]) => name.toLowerCase() === 'x-http-method-override')?.[1] || method;

/** The stage, which may stand before a path as it does on AWS. */
const STAGE = 'prod';

/** The gateway passes over segments that are empty, and over a host before the path. */
const segmentsOf = (target: string): readonly string[] =>
  target
    .replace(/^https?:\/\/[^/?]*/i, '')
    .split('/')
    .filter((segment) => segment !== '');

const fits = (path: string, target: string): boolean => {
  const parts = segmentsOf(path);
  const [first, ...rest] = segmentsOf(target.split('?', 1)[0]!);
  const sent = first === undefined || first === STAGE ? rest : [first, ...rest];
  return parts.length === sent.length && parts.every((part, index) => part.startsWith('{') || part === sent[index]);
};

/** The operations that may answer a draft: that of its method and path, as changes have left them, and its own. */
export const reachedBy = (draft: Draft): readonly Operation[] => {
  const verb = verbOf(draft);
  const reached = operations.filter(({ method, path }) => method === verb && fits(path, draft.target));
  return reached.includes(draft.operation) ? [draft.operation] : [draft.operation, ...reached];
};

/** What is deleted could not be written to for the rest of the run: locations are deleted on trial alone. */
const checkedAlone = (draft: Draft): string => {
  const { target } = draft;
  return verbOf(draft) === 'DELETE' ? `${target}${target.includes('?') ? '&' : '?'}validateOnly=true` : target;
};

/** A value for what a request must name; mostly one of the world's. */
const valueFor = (operation: Operation, name: string, random: Random): string => {
  // What is created lies in an account of its own, so that lists of the other one stay as long as they are.
  if (name === 'rid') return random.pick(['150', '150', '150', '101', '200', '999']);
  if (name === 'compAccountId') return String(random.pick([301, 301, 301, 351, 401, 999]));
  // Get contact takes an account's number where update business takes a location's.
  if (name === 'x-business-number' || operation.id === 'getContact') return random.pick(['100', '100', '101', '200']);
  const schema = parametersOf(operation).find((each) => each.name === name)?.schema as { readonly type?: string };
  if (schema.type !== 'integer') return String(operation.cases.parameters[name] ?? 'x');
  return String(random.chance(0.9) ? random.pick(LOCATIONS) : random.pick([100, 101, 151, 201, 999]));
};

export const draftOf = (pool: Pool, random: Random): Draft => {
  // Half of all goes to the operation with the largest schema.
  const operation = random.chance(0.4) ? pool.operations[0]! : random.pick(pool.operations);
  const query: string[] = [];
  const headers: (readonly [string, string])[] = [['x-api-key', KEYS.ours]];
  let target = operation.path;
  for (const { name, in: place, required, addresses } of parametersOf(operation)) {
    if (place !== 'path' && !required && !addresses) continue;
    const value = valueFor(operation, name, random);
    if (place === 'path') target = target.replace(`{${name}}`, value);
    else if (place === 'query') query.push(`${name}=${value}`);
    else headers.push([name, value]);
  }
  const texts = pool.bodies[operation.id];
  return {
    operation,
    method: operation.method,
    target: query.length > 0 ? `${target}?${query.join('&')}` : target,
    headers,
    body: texts && Buffer.from(random.pick(texts)),
  };
};

/** A request's head and body; without a length the body's framing is the headers' matter. */
export const bytesOf = (draft: Draft, framed = true): Buffer => {
  const { method, headers, body } = draft;
  const length: (readonly [string, string])[] = body && framed ? [['Content-Length', String(body.length)]] : [];
  const lines = [['Host', 'localhost'] as const, ...length, ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${checkedAlone(draft)} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return body ? Buffer.concat([head, body]) : head;
};
