/** The requests of the smoke test: examples of the operations' cases, on the records that the operator names. */
import type { Example, Operation, SampleRequest, Scalar } from '../../../../lib/contract/cases.ts';
import { parametersOf } from '../../../../lib/contract/derived.ts';
import type { ErrorEntry } from '../../../../lib/contract/error-entry.ts';
import { operations } from '../../../../lib/operations.ts';
import { plainRequest, valuesOf } from '../../sample-request.ts';
import type { SmokeRequest } from './send.ts';

/** What the key's partner owns; checks that need what is not named are skipped. */
export interface SmokeData {
  /** The stage has the demo data: every example is sent as it is. */
  readonly demo?: boolean | undefined;
  /** Writes are sent as they are; without it they are judged alone (`validateOnly`). */
  readonly write?: boolean | undefined;
  /** A location with a maps category. */
  readonly business?: number | undefined;
  readonly account?: number | undefined;
  /** A competitor account of the same account. */
  readonly competitor?: number | undefined;
  /** The email of a contact of the account. */
  readonly email?: string | undefined;
}

/** What the examples name, in whose place what the operator names is put. */
const STAND_INS = {
  business: 700101,
  account: 700100,
  competitor: 710001,
  email: 'ada.field@mail.example',
} as const satisfies { readonly [Name in keyof SmokeData]?: unknown };
type StandIn = keyof typeof STAND_INS;

/** A number that nobody owns: the largest that identifies something. */
const NOBODY = Number.MAX_SAFE_INTEGER;

/** Looks like a key, and is none. */
export const unknownKey = 'smoke-test-of-an-unknown-key';

/** Headers of a request with a key; what the request itself says comes last. */
export const withKey = (key: string, { headers, ...request }: SmokeRequest): SmokeRequest => ({
  ...request,
  headers: { 'x-api-key': key, ...headers },
});

/** The location that the operator names, or the demo's. */
export const businessIn = ({ demo, business }: SmokeData): number | undefined =>
  business ?? (demo ? STAND_INS.business : undefined);

const namingIn = (operation: Operation): readonly string[] =>
  parametersOf(operation).flatMap(({ name, addresses, identifies }) => (addresses || identifies ? [name] : []));

const addressedIn = (operation: Operation) =>
  parametersOf(operation).flatMap(({ name, addresses }) => (addresses ? [{ name, addresses }] : []));

const optionFor = (value: unknown): StandIn | undefined =>
  (Object.keys(STAND_INS) as StandIn[]).find((name) => STAND_INS[name] === value);

/** What of a request names records: by name, parameters apart from fields of the body. */
const namedIn = (operation: Operation, example: SampleRequest) => {
  const values = valuesOf(operation, example);
  const body = (example.body ?? {}) as Readonly<Record<string, unknown>>;
  return {
    parameters: namingIn(operation).map((name) => [name, values[name]] as const),
    fields: (operation.bodyIdentifiers ?? []).flatMap((name) =>
      body[name] === undefined ? [] : [[name, body[name]] as const],
    ),
  };
};

/** The example on the operator's records; or the options without which there is none. */
const fitted = (operation: Operation, example: Example, data: SmokeData): SampleRequest | readonly string[] => {
  // Nothing brings them to a stage.
  if (example.ofItems) return ['items'];
  if (data.demo) return example;
  if (example.ofDemo) return ['demo'];
  const { parameters, fields } = namedIn(operation, example);
  const options = [...parameters, ...fields].map(([, value]) => optionFor(value));
  const missing = options.map((name) => (name === undefined ? 'demo' : data[name] === undefined ? name : ''));
  const needed = [...new Set(missing.filter((name) => name !== ''))];
  if (needed.length > 0) return needed;
  const own = (pairs: readonly (readonly [string, unknown])[]) =>
    Object.fromEntries(pairs.map(([name, value]) => [name, data[optionFor(value)!]!]));
  return {
    parameters: { ...example.parameters, ...own(parameters) },
    ...(example.body !== undefined && { body: { ...(example.body as object), ...own(fields) } }),
  };
};

/** A right request of an operation, or the options that it needs. */
export const rightRequest = (
  operation: Operation,
  data: SmokeData,
): { readonly request: SmokeRequest } | { readonly needs: readonly string[] } => {
  const tried = operation.cases.examples.map((example) => fitted(operation, example, data));
  const found = tried.find((each): each is SampleRequest => !Array.isArray(each));
  if (!found) {
    const needs = tried as readonly (readonly string[])[];
    return { needs: needs.find((each) => !each.includes('demo')) ?? needs[0] ?? [] };
  }
  const judgedAlone = operation.writes && (!data.write || operation.lasting) ? { validateOnly: true } : {};
  return { request: plainRequest(operation, { ...found, parameters: { ...found.parameters, ...judgedAlone } }) };
};

type Values = Readonly<Record<string, Scalar>>;

/** A request about numbers that nobody owns, and its answer; `undefined` for an operation that is about none. */
export const nobodysRequest = (
  operation: Operation,
  own: Values = {},
): { readonly request: SmokeRequest; readonly error: ErrorEntry } | undefined => {
  const addressed = addressedIn(operation);
  const [first] = addressed;
  if (!first) return undefined;
  const [{ body }] = operation.cases.examples;
  const parameters = { ...Object.fromEntries(addressed.map(({ name }) => [name, NOBODY])), ...own };
  return { request: plainRequest(operation, { parameters, body }), error: first.addresses };
};

/**
 * What an operation is about beside its first parameter, as the operator has it; or the options without which there is
 * none. Each parameter has an error of its own, so that only one of them can be of nobody.
 */
export const besideNobody = (
  operation: Operation,
  data: SmokeData,
): { readonly own: Values } | { readonly needs: readonly string[] } => {
  const values = valuesOf(operation, operation.cases.examples[0]);
  const others = addressedIn(operation)
    .slice(1)
    .flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]] as const]));
  if (data.demo) return { own: Object.fromEntries(others) };
  const found = others.map(([name, value]) => {
    const option = optionFor(value);
    return { name, option: option ?? 'demo', value: option && data[option] };
  });
  const needs = found.flatMap(({ option, value }) => (value === undefined ? [option] : []));
  if (needs.length > 0) return { needs: [...new Set(needs)] };
  return { own: Object.fromEntries(found.map(({ name, value }) => [name, value!])) };
};

/** A request of an operation that gets no further than its key. */
export const keylessRequest = (operation: Operation): SmokeRequest => {
  const path = operation.path.replaceAll(/\{\w+\}/g, String(NOBODY));
  return { method: operation.method, path, ...(operation.method !== 'GET' && { body: '{}' }) };
};

const first = <T>(what: string, of: readonly T[]): T => {
  if (of[0] === undefined) throw new Error(`The smoke test needs ${what}`);
  return of[0];
};

const reads = operations.filter(
  ({ method, request, pathParameters }) => method === 'GET' && !request && pathParameters,
);
const probe = first(
  'a GET with a number in its path',
  reads.filter((each) => nobodysRequest(each)),
);

/** A request that anybody may send, and how it is answered with a key that works; without one by 401. */
export const harmless = nobodysRequest(probe)!;

/** The same with other text in place of its number, as it is to stand in the request line. */
export const harmlessWith = (text: string | number): SmokeRequest => ({
  path: probe.path.replace(/\{\w+\}/, String(text)),
});

const posts = operations.filter(({ method, request }) => method === 'POST' && request);

/** A request with any body, of whose size alone it is to be judged. */
export const sized = (body: string): SmokeRequest => ({
  ...(nobodysRequest(first('a POST with a body', posts))?.request ?? harmless.request),
  body,
});
