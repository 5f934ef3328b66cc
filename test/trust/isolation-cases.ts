/**
 * Every operation by every identifier that it takes, in every form: each case is one request, written once with what is
 * theirs and once with what nobody has.
 */
import type { Operation, Schema } from '../../lib/contract/operation.ts';
import { operations } from '../../lib/operations.ts';
import { REQUIRED } from '../support/world.ts';
import { type Form, headerForms, jsonNumbers, jsonTexts, pathForms, plain, queryForms } from './isolation-forms.ts';
import { CONTACT, MARK, NUMBERS, type Pair } from './isolation-world.ts';
import type { WireRequest } from './wire.ts';

type Side = 'theirs' | 'nobodys';

export interface Case {
  readonly what: string;
  readonly operation: Operation;
  /** The identifier stands as it is: the form that is most likely to reach a record. */
  readonly isPlain: boolean;
  /** @param key - the caller's secret; @param unique - a text for an Idempotency-Key that nobody used */
  request(side: Side, key: string, unique: string): WireRequest;
}

/** A number that names a record, wherever in the request it stands. */
const isNumber = ({ schema }: { readonly schema: Schema }): boolean =>
  typeof schema === 'object' && schema.pattern === '^[1-9][0-9]{0,15}$';

export type Numbers = Readonly<Record<string, string>>;

/** The caller's own, by the parameter that takes it. */
const OURS: Numbers = { businessId: '101', businessNumber: '101', compAccountId: '301', 'x-business-number': '100' };
/** The same of the other partner. */
export const THEIRS: Numbers = {
  businessId: '202',
  businessNumber: '202',
  compAccountId: '402',
  'x-business-number': '200',
};

interface Body {
  readonly name: string;
  readonly text?: string;
}

const body = (name: string, value: unknown): Body => ({ name, text: JSON.stringify(value) });
const unreadable: Body = { name: 'no JSON', text: '{"email":' };
const update = (name: string, more: object) => body(name, { ...REQUIRED, ...more });
const tooMuch = (length: number) => ({ alphaListing: { attributes: { filler: 'x'.repeat(length) } } });

interface Bodies {
  /** What the operation accepts, first of all. */
  readonly valid: Body;
  readonly others: readonly Body[];
  /** Bodies of such a size that they are sent with the plain form alone. */
  readonly bulky?: readonly Body[];
  /** The identifiers in the body. */
  readonly identifiers?: readonly { readonly pair: Pair; readonly forms: readonly Form[]; of(json: string): string }[];
}

const contactBody = (field: keyof typeof CONTACT, forms: readonly Form[]) => ({
  pair: CONTACT[field],
  forms,
  of: (json: string) => `{"${field}":${json},"experienceScore":true}`,
});

const menuBodies = NUMBERS.flatMap((pair) =>
  ['[#]', '#', '[101,#]', '[#,101]', '[101,102,#,103]', '[[#]]'].map((list) => ({
    pair: { ...pair, kind: `${pair.kind} in ${list}` },
    forms: jsonNumbers,
    of: (json: string) => `{"businessNumbers":${list.replace('#', json)}}`,
  })),
);

/** By operation: one without an entry here stops the run, so that no new operation is left untried. */
const BODIES: Readonly<Record<string, Bodies>> = {
  updateBusiness: {
    valid: update('valid', {}),
    others: [
      update('judged by the stored category', { alphaListing: { foodDelivery: 'https://food.example' } }),
      update('a category would change', { alphaListing: { primaryCategoryAlpha: 'Hotel' } }),
      update('the status would change', { businessStatus: 'Permanently Closed' }),
      update('judged by the stored country', { location: { zip: '1' }, phone: '+64 9 123 4567' }),
      body('without required fields', { name: 'x' }),
      update('several violations', { name: 'ab', fax: '1', keywords: 'k'.repeat(1001) }),
      unreadable,
    ],
    bulky: [update('over 400 KB', tooMuch(450_000)), update('over 1 MiB', tooMuch(1_100_000))],
  },
  getContact: {
    valid: body('valid', { id: 5001 }),
    others: [
      body('an own contact', { email: 'ada@mail.example' }),
      body("a contact's cid", { cid: 5101 }),
      body('no identifier', {}),
      body('of the wrong type', { id: 'x' }),
      unreadable,
    ],
    identifiers: [
      contactBody('id', jsonNumbers),
      contactBody('cid', jsonNumbers),
      contactBody('email', jsonTexts),
      contactBody('phone', jsonTexts),
    ],
  },
  getMenuDetails: {
    valid: body('valid', {}),
    others: [
      { name: 'none' },
      body('their location', { businessNumbers: [202] }),
      body('own location', { businessNumbers: [101] }),
      body('of the wrong type', { sortBy: 'x' }),
      unreadable,
    ],
    identifiers: menuBodies,
  },
  addAggregationLink: {
    valid: body('valid', { sourceAlias: 'alpha', url: `https://alpha.example/${MARK.toLowerCase()}` }),
    others: [
      body('an unknown source', { sourceAlias: 'x', url: 'https://alpha.example' }),
      body('no fields', {}),
      unreadable,
    ],
  },
  getMapsActionLinks: { valid: { name: 'none' }, others: [] },
};

const bodiesOf = ({ id }: Operation): Bodies => {
  const bodies = BODIES[id];
  if (!bodies) throw new Error(`The isolation matrix knows no bodies of ${id}`);
  return bodies;
};

interface Extra {
  readonly name: string;
  readonly query?: string;
  readonly headers?: (unique: string) => readonly (readonly [string, string])[];
}

/** What a request may ask for beside its work, where the operation knows it. */
const extrasOf = ({ parameters, idempotent }: Operation): readonly Extra[] => {
  const takes = (name: string) => parameters.some((parameter) => parameter.name === name);
  return [
    { name: 'plain' },
    { name: 'problem details', headers: () => [['Accept', 'application/problem+json']] },
    ...(takes('validateOnly') ? [{ name: 'dry run', query: 'validateOnly=true' }] : []),
    ...(takes('If-Match') ? [{ name: 'If-Match', headers: () => [['If-Match', '"1"']] as const }] : []),
    ...(takes('sindex') ? [{ name: 'a page', query: 'sindex=0&count=5' }] : []),
    ...(idempotent
      ? [{ name: 'Idempotency-Key', headers: (unique: string) => [['Idempotency-Key', unique]] as const }]
      : []),
  ];
};

/** Where an identifier goes: the parts of the request that it alone decides. */
interface Place {
  readonly name: string;
  readonly pairs: readonly Pair[];
  readonly forms: readonly { readonly name: string; readonly of: (identifier: string) => Filling }[];
}
interface Filling {
  readonly path?: Numbers;
  readonly query?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly text?: string;
}

const parameterPlaces = ({ parameters }: Operation): readonly Place[] =>
  parameters.filter(isNumber).map(({ name, in: where }): Place => {
    const place = { name: `${where} ${name}`, pairs: NUMBERS };
    const filled = (forms: readonly Form[], fill: (text: string) => Filling) =>
      forms.map((form) => ({ name: form.name, of: (identifier: string) => fill(form.of(identifier)) }));
    if (where === 'path') return { ...place, forms: filled(pathForms, (text) => ({ path: { [name]: text } })) };
    if (where === 'query') return { ...place, forms: filled(queryForms(name), (query) => ({ query })) };
    return { ...place, forms: headerForms(name).map((form) => ({ ...form, of: (n) => ({ headers: form.of(n) }) })) };
  });

const bodyPlaces = (operation: Operation): readonly Place[] =>
  (bodiesOf(operation).identifiers ?? []).map(({ pair, forms, of }) => ({
    name: 'body',
    pairs: [pair],
    forms: forms.map((form) => ({ name: form.name, of: (identifier) => ({ text: of(form.of(identifier)) }) })),
  }));

/** A request of an operation with these numbers, those that a filling brings in their place. */
const requestOf = (
  operation: Operation,
  numbers: Numbers,
  { path = {}, query, headers = [], text }: Filling,
  extra: { readonly query?: string | undefined; readonly headers?: readonly (readonly [string, string])[] } = {},
): WireRequest => {
  const own = operation.parameters.filter(isNumber);
  const numberIn = (name: string): string => {
    const number = path[name] ?? numbers[name];
    if (number === undefined) throw new Error(`The isolation matrix knows no ${name} of its own`);
    return number;
  };
  const queries = own.filter((each) => each.in === 'query').map(({ name }) => query ?? `${name}=${numberIn(name)}`);
  const ownHeaders = own
    .filter((each) => each.in === 'header')
    .flatMap(({ name }) => (headers.length > 0 ? headers : [[name, numberIn(name)] as const]));
  const target = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => numberIn(name));
  const search = [...queries, ...(extra.query ? [extra.query] : [])].join('&');
  return {
    method: operation.method,
    target: search === '' ? target : `${target}?${search}`,
    headers: [...ownHeaders, ...(extra.headers ?? [])],
    body: text,
  };
};

const withKey = (request: WireRequest, key: string): WireRequest => ({
  ...request,
  headers: [['x-api-key', key], ...(request.headers ?? [])],
});

/** The numbers of a partner for one operation: get contact takes an account's where update business takes a location's. */
const numbersFor = ({ id }: Operation, numbers: Numbers): Numbers =>
  id === 'getContact' ? { ...numbers, businessId: numbers['x-business-number']! } : numbers;

const casesAt = (
  operation: Operation,
  place: Place,
  bodies: readonly Body[],
  numbers: Numbers,
  extras = extrasOf(operation),
): Case[] =>
  place.pairs.flatMap((pair) =>
    place.forms.flatMap((form) =>
      bodies.flatMap(({ name, text }) =>
        extras.map((extra) => ({
          what: `${operation.id}, ${place.name}: ${pair.kind}, ${form.name}; body: ${name}; ${extra.name}`,
          operation,
          isPlain: form.name === plain.name,
          request: (side: Side, key: string, unique: string) => {
            const filling = { ...(text !== undefined && { text }), ...form.of(pair[side]) };
            const more = { query: extra.query, headers: extra.headers?.(unique) ?? [] };
            return withKey(requestOf(operation, numbers, filling, more), key);
          },
        })),
      ),
    ),
  );

const onlyPlain = (place: Place): Place => ({ ...place, forms: place.forms.filter(({ name }) => name === plain.name) });

const casesOf = (operation: Operation): Case[] => {
  const { valid, others, bulky = [] } = bodiesOf(operation);
  const ours = numbersFor(operation, OURS);
  const theirs = numbersFor(operation, THEIRS);
  return [
    ...parameterPlaces(operation).flatMap((place) => [
      ...casesAt(operation, place, [valid, ...others], ours),
      // Beside what is theirs too: a foreign location with a foreign competitor.
      ...casesAt(operation, place, [valid], theirs),
      ...casesAt(operation, onlyPlain(place), bulky, ours, [{ name: 'plain' }]),
    ]),
    ...bodyPlaces(operation).flatMap((place) => [
      ...casesAt(operation, place, [valid], ours),
      ...casesAt(operation, place, [valid], theirs),
    ]),
  ];
};

/** Used by the other partner, and by nobody: one for each kind of request below. */
const IDEMPOTENCY_KEYS = [
  { kind: 'Idempotency-Key', theirs: 'retry-0001', nobodys: 'retry-0009' },
  { kind: 'Idempotency-Key', theirs: 'retry-0002', nobodys: 'retry-0008' },
] as const satisfies readonly Pair[];

/**
 * An Idempotency-Key is an identifier too: a request under the other partner's key, and under what the store makes of it.
 * With numbers of one's own it is a dry run, as it must not write.
 */
const idempotencyCases = (operation: Operation): Case[] => {
  const prefixes = ['', 'IDEMPOTENCY#theirs#', `theirs#${operation.id}#`, `IDEMPOTENCY%23theirs%23${operation.id}%23`];
  const dryRun = extrasOf(operation).find(({ name }) => name === 'dry run');
  const kinds = [
    { name: 'their numbers', numbers: THEIRS, keys: IDEMPOTENCY_KEYS[0], query: undefined },
    ...(dryRun ? [{ name: 'own numbers', numbers: OURS, keys: IDEMPOTENCY_KEYS[1], query: dryRun.query }] : []),
  ];
  return prefixes.flatMap((prefix) =>
    kinds.map(({ name, numbers, keys, query }) => ({
      what: `${operation.id}, header Idempotency-Key: '${prefix}' and theirs; ${name}`,
      operation,
      isPlain: true,
      request: (side: Side, key: string) => {
        const headers = [['Idempotency-Key', prefix + keys[side]]] as const;
        const { text } = bodiesOf(operation).valid;
        return withKey(requestOf(operation, numbers, text === undefined ? {} : { text }, { query, headers }), key);
      },
    })),
  );
};

export const cases: readonly Case[] = operations.flatMap((operation) => [
  ...casesOf(operation),
  ...(operation.idempotent ? idempotencyCases(operation) : []),
]);

/** The identifiers of a body in their plain form, as far as they name what the operation can find. */
const findable = ({ identifiers = [] }: Bodies): readonly string[] =>
  identifiers.flatMap(({ pair, of }) => {
    if (pair.kind === 'email' || pair.kind === 'phone') return [of(JSON.stringify(pair.theirs))];
    return ['contact', 'mapping', 'location in [#]'].includes(pair.kind) ? [of(pair.theirs)] : [];
  });

/** For each operation, each identifier in its body and each Idempotency-Key a request that answers its owner with a 200. */
export const theirRequests = (
  key: string,
): readonly { readonly operation: Operation; readonly request: WireRequest }[] =>
  operations.flatMap((operation) => {
    const bodies = bodiesOf(operation);
    const headers = operation.idempotent
      ? IDEMPOTENCY_KEYS.map(({ theirs }) => [['Idempotency-Key', theirs] as const])
      : [[]];
    return [bodies.valid.text, ...findable(bodies)].flatMap((text) =>
      headers.map((own) => ({
        operation,
        request: withKey(
          requestOf(operation, numbersFor(operation, THEIRS), text === undefined ? {} : { text }, { headers: own }),
          key,
        ),
      })),
    );
  });
