/**
 * Every operation by every identifier that it takes, in every form: each case is one request, written once with what is
 * theirs and once with what no one has. All follows from the contracts and their cases.
 */
import type { ForeignPlace, Operation, SampleRequest, Scalar } from '../../lib/contract/cases.ts';
import { type NamedParameter, parametersOf } from '../../lib/contract/derived.ts';
import { type Body, bodiesOf } from './isolation-bodies.ts';
import { type Form, headerForms, ofTexts, pathForms, plain, queryForms } from './isolation-forms.ts';
import { NUMBERS, type Pair } from './isolation-world.ts';
import type { WireRequest } from './wire.ts';

type Side = 'theirs' | 'unknowns';

export interface Case {
  readonly what: string;
  readonly operation: Operation;
  /** The identifier stands as it is: the form that is most likely to reach a record. */
  readonly isPlain: boolean;
  /** Plain, in a request that is right and asks for nothing more. */
  readonly isSimple: boolean;
  /** @param key - the caller's secret; @param unique - a text for an Idempotency-Key that no one used */
  request(side: Side, key: string, unique: string): WireRequest;
}

type Values = Readonly<Record<string, Scalar>>;

/** The values of the parameters with which the other partner's own request is right. */
const theirValues = ({ cases }: Operation): Values =>
  Object.assign({ ...cases.parameters }, ...Object.values(cases.foreign).map(({ foreign }) => foreign.parameters));

/** What is right for the owner where one request names several records: all of them theirs. */
const ownersOf = ({ foreign, owners = foreign }: ForeignPlace): SampleRequest => owners;

interface Extra {
  readonly name: string;
  readonly query?: string;
  readonly headers?: (unique: string) => readonly (readonly [string, string])[];
}

/** What a request may ask for next to its work, where the operation knows it. */
const extrasOf = ({ writes, ifMatch, paging }: Operation): readonly Extra[] => [
  { name: 'plain' },
  { name: 'problem details', headers: () => [['Accept', 'application/problem+json']] },
  ...(writes ? [{ name: 'dry run', query: 'validateOnly=true' }] : []),
  ...(ifMatch ? [{ name: 'If-Match', headers: () => [['If-Match', '"1"']] as const }] : []),
  ...(paging ? [{ name: 'a page', query: `${paging.start}=0&${paging.size}=5` }] : []),
  ...(writes ? [{ name: 'Idempotency-Key', headers: (unique: string) => [['Idempotency-Key', unique]] as const }] : []),
];

/** Where an identifier goes: the parts of the request that it alone decides. */
interface Place {
  readonly name: string;
  readonly pairs: readonly Pair[];
  /** Of other kinds of records: tried in the plain form alone, or each new operation would bring more requests for all others. */
  readonly others?: readonly Pair[];
  readonly forms: readonly {
    readonly name: string;
    readonly isOwn?: boolean | undefined;
    readonly of: (identifier: string) => Filling;
  }[];
}
interface Filling {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  readonly text?: string;
}

const addressed = (operation: Operation): readonly NamedParameter[] =>
  parametersOf(operation).filter(({ addresses, identifies }) => addresses || identifies);

/** What names a record of theirs, and what names no one's, as the cases have them. */
const ownPair = ({ cases }: Operation, name: string): Pair => {
  const { foreign, absent } = cases.foreign[name]!;
  const of = ({ parameters }: SampleRequest) => String(parameters?.[name]);
  return { kind: name, theirs: of(foreign), unknowns: of(absent) };
};

const parameterPlaces = (operation: Operation): readonly Place[] =>
  addressed(operation).map(({ name, in: where, schema }): Place => {
    const isText = (schema as { readonly type?: string }).type === 'string';
    const pair = ownPair(operation, name);
    const others = isText ? [] : NUMBERS.filter(({ theirs }) => theirs !== pair.theirs);
    const place = { name: `${where} ${name}`, pairs: [pair], others };
    const filled = (forms: readonly Form[], fill: (text: string) => Filling) =>
      (isText ? ofTexts(forms) : forms).map(({ of, ...form }) => ({
        ...form,
        of: (identifier: string) => fill(of(identifier)),
      }));
    if (where === 'path') return { ...place, forms: filled(pathForms, (text) => ({ path: { [name]: text } })) };
    if (where === 'query')
      return { ...place, forms: filled(queryForms(name), (text) => ({ query: { [name]: text } })) };
    const forms = (isText ? ofTexts(headerForms(name)) : headerForms(name)).map((form) => ({
      name: form.name,
      isOwn: form.name === 'own last',
      of: (identifier: string) => ({ headers: { [name]: form.of(identifier) } }),
    }));
    return { ...place, forms };
  });

const bodyPlaces = (operation: Operation): readonly Place[] =>
  bodiesOf(operation).places.map(({ pair, forms, of }) => ({
    name: 'body',
    pairs: [pair],
    forms: forms.map((form) => ({ name: form.name, of: (identifier) => ({ text: of(form.of(identifier)) }) })),
  }));

interface More {
  readonly query?: string | undefined;
  readonly headers?: readonly (readonly [string, string])[];
}

/** A request of an operation with these values, those that a filling brings in their place. */
const requestOf = (operation: Operation, values: Values, filling: Filling, more: More = {}): WireRequest => {
  const sent = parametersOf(operation).filter(({ name }) => values[name] !== undefined);
  const at = (place: string) => sent.filter((each) => each.in === place).map(({ name }) => name);
  const queries = at('query').map((name) => filling.query?.[name] ?? `${name}=${values[name]}`);
  const headers = at('header').flatMap((name) => filling.headers?.[name] ?? [[name, String(values[name])] as const]);
  const target = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => filling.path?.[name] ?? `${values[name]}`);
  const search = [...queries, ...(more.query ? [more.query] : [])].join('&');
  return {
    method: operation.method,
    target: search === '' ? target : `${target}?${search}`,
    headers: [...headers, ...(more.headers ?? [])],
    body: filling.text,
  };
};

const withKey = (request: WireRequest, key: string): WireRequest => ({
  ...request,
  headers: [['x-api-key', key], ...(request.headers ?? [])],
});

const textOf = ({ text }: Body): Filling => (text === undefined ? {} : { text });

/** What the caller does to its own changes the table, or cannot be done twice: such a request is a dry run. */
const extrasFor = (
  { writes }: Operation,
  { isOwn }: { readonly isOwn?: boolean | undefined },
  extras: readonly Extra[],
) => (writes && isOwn ? extras.filter(({ name }) => name === 'dry run') : extras);

const casesAt = (
  operation: Operation,
  place: Place,
  bodies: readonly Body[],
  values: Values,
  extras = extrasOf(operation),
): Case[] =>
  place.pairs.flatMap((pair) =>
    place.forms.flatMap((form) =>
      bodies.flatMap((body) =>
        extrasFor(operation, form, extras).map((extra) => ({
          what: `${operation.id}, ${place.name}: ${pair.kind}, ${form.name}; body: ${body.name}; ${extra.name}`,
          operation,
          isPlain: form.name === plain.name,
          isSimple: form.name === plain.name && body === bodies[0] && extra === extras[0],
          request: (side: Side, key: string, unique: string) => {
            const filling = { ...textOf(body), ...form.of(pair[side]) };
            const more = { query: extra.query, headers: extra.headers?.(unique) ?? [] };
            return withKey(requestOf(operation, values, filling, more), key);
          },
        })),
      ),
    ),
  );

const onlyPlain = (place: Place): Place => ({ ...place, forms: place.forms.filter(({ name }) => name === plain.name) });

const asOwn = (place: Place): Place => ({ ...place, forms: place.forms.map((form) => ({ ...form, isOwn: true })) });

const casesOf = (operation: Operation): Case[] => {
  const { valid, others, bulky } = bodiesOf(operation);
  const ours = operation.cases.parameters;
  const theirs = theirValues(operation);
  return [
    ...parameterPlaces(operation).flatMap((place) => [
      ...casesAt(operation, place, [valid, ...others], ours),
      // Next to what is theirs: a foreign location with a foreign competitor.
      ...casesAt(operation, place, [valid], theirs),
      ...casesAt(operation, { ...onlyPlain(place), pairs: place.others ?? [] }, [valid], ours),
      ...casesAt(operation, onlyPlain(place), bulky, ours, [{ name: 'plain' }]),
    ]),
    ...bodyPlaces(operation).flatMap((place) => [
      // What is theirs is free at a place of the caller's own: such a request would make something there.
      ...casesAt(operation, operation.lasting ? asOwn(place) : place, [valid], ours),
      ...casesAt(operation, place, [valid], theirs),
    ]),
  ];
};

/** Used by the other partner, and by no one: one for each kind of request below. */
const IDEMPOTENCY_KEYS = [
  { kind: 'Idempotency-Key', theirs: 'retry-0001', unknowns: 'retry-0009' },
  { kind: 'Idempotency-Key', theirs: 'retry-0002', unknowns: 'retry-0008' },
] as const satisfies readonly Pair[];

/**
 * An Idempotency-Key is an identifier too: a request under the other partner's key, and under what the store makes of it.
 * With numbers of one's own it is a dry run, as it must not write.
 */
const idempotencyCases = (operation: Operation): Case[] => {
  const prefixes = ['', 'P#harbor#IDEMPOTENCY#', `harbor#${operation.id}#`, `P%23harbor%23${operation.id}%23`];
  const own = textOf(bodiesOf(operation).valid);
  const places = Object.values(operation.cases.foreign);
  // Where only the body names a record, it is the owner's own that does.
  const isBodyAlone = places.every(({ foreign }) => foreign.parameters === undefined);
  const body = isBodyAlone && places[0] ? ownersOf(places[0]).body : undefined;
  const theirs = body === undefined ? own : { text: JSON.stringify(body) };
  const dryRun = 'validateOnly=true';
  const kinds = [
    {
      ...{ name: 'their numbers', values: theirValues(operation), filling: theirs, keys: IDEMPOTENCY_KEYS[0] },
      query: places.length === 0 ? dryRun : undefined,
    },
    {
      ...{ name: 'own numbers', values: operation.cases.parameters, filling: own, keys: IDEMPOTENCY_KEYS[1] },
      query: dryRun,
    },
  ];
  return prefixes.flatMap((prefix) =>
    kinds.map(({ name, values, filling, keys, query }) => ({
      what: `${operation.id}, header Idempotency-Key: '${prefix}' and theirs; ${name}`,
      operation,
      isPlain: true,
      isSimple: prefix === '',
      request: (side: Side, key: string) => {
        const headers = [['Idempotency-Key', prefix + keys[side]]] as const;
        return withKey(requestOf(operation, values, filling, { query, headers }), key);
      },
    })),
  );
};

/** All cases of these operations. */
export const casesFor = (operations: readonly Operation[]): readonly Case[] =>
  operations.flatMap((operation) => [...casesOf(operation), ...(operation.writes ? idempotencyCases(operation) : [])]);

/** For each place of these operations, and for each Idempotency-Key, a request that answers its owner with a 200. */
export const theirRequests = (
  operations: readonly Operation[],
  key: string,
): readonly { readonly operation: Operation; readonly request: WireRequest }[] =>
  operations.flatMap((operation) =>
    Object.values(operation.cases.foreign).flatMap((place, index) => {
      // A key stands for one request: that of the first place.
      const headers =
        operation.writes && index === 0
          ? IDEMPOTENCY_KEYS.map(({ theirs }) => [['Idempotency-Key', theirs] as const])
          : [[]];
      // What a case leaves out is as in the first example, where a body is needed at all.
      const needed = operation.bodyOptional ? undefined : operation.cases.examples[0].body;
      const owners = ownersOf(place);
      const body = owners.body ?? needed;
      const filling = body === undefined ? {} : { text: JSON.stringify(body) };
      const values = { ...theirValues(operation), ...owners.parameters };
      return headers.map((own) => ({
        operation,
        request: withKey(requestOf(operation, values, filling, { headers: own }), key),
      }));
    }),
  );
