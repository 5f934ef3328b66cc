/** The requests of the smoke test: examples of the operations' cases, with the records that the operator names. */
import type { Example, Operation, SampleRequest, Scalar } from '../../../lib/contract/cases.ts';
import { parametersOf } from '../../../lib/contract/derived.ts';
import type { ErrorEntry } from '../../../lib/contract/error-entry.ts';
import { operations } from '../../../lib/operations.ts';
import { plainRequest, valuesOf } from '../../sample-request.ts';
import type { SmokeRequest } from './send.ts';

/** Records of the key's partner; a check is skipped if it needs one that is missing. */
export interface SmokeData {
  /** The stage has the demo data: every example is sent unchanged. */
  readonly demo?: boolean | undefined;
  /** Writes are sent as they are; without it they are only validated (`validateOnly`). */
  readonly write?: boolean | undefined;
  /** A location with a maps category. */
  readonly business?: number | undefined;
  readonly account?: number | undefined;
  /** A competitor account of the same account. */
  readonly competitor?: number | undefined;
  /** The email of a contact of the account. */
  readonly email?: string | undefined;
}

/** The values of the examples that are replaced by the operator's. */
const STAND_INS = {
  business: 700101,
  account: 700100,
  competitor: 710001,
  email: 'ada.field@mail.example',
} as const satisfies { readonly [Name in keyof SmokeData]?: unknown };
type StandIn = keyof typeof STAND_INS;

/** A number without an owner: the largest possible id. */
const UNOWNED = Number.MAX_SAFE_INTEGER;

/** Looks like a key, but does not exist. */
export const unknownKey = 'smoke-test-of-an-unknown-key';

/** Adds the key's headers to a request; the request's own headers override them. */
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

/** The values of a request that identify records: by name, parameters apart from fields of the body. */
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

/** The example with the operator's records, or the options that are missing for it. */
const fitted = (operation: Operation, example: Example, data: SmokeData): SampleRequest | readonly string[] => {
  // No option creates these items on a stage.
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

/** A valid request of an operation, or the options that it needs. */
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
  const checkedAlone = operation.writes && (!data.write || operation.lasting) ? { validateOnly: true } : {};
  return { request: plainRequest(operation, { ...found, parameters: { ...found.parameters, ...checkedAlone } }) };
};

type Values = Readonly<Record<string, Scalar>>;

/** A request with unowned numbers, and its response; `undefined` for an operation without numbers. */
export const nobodysRequest = (
  operation: Operation,
  own: Values = {},
): { readonly request: SmokeRequest; readonly error: ErrorEntry } | undefined => {
  const addressed = addressedIn(operation);
  const [first] = addressed;
  if (!first) return undefined;
  const [{ body }] = operation.cases.examples;
  const parameters = { ...Object.fromEntries(addressed.map(({ name }) => [name, UNOWNED])), ...own };
  return { request: plainRequest(operation, { parameters, body }), error: first.addresses };
};

/**
 * The operator's values of an operation's parameters after the first, or the options that are missing. Each parameter
 * has its own error, so only one of them may be unowned.
 */
export const givenValues = (
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

/** A request of an operation without a key, which is refused for that. */
export const keylessRequest = (operation: Operation): SmokeRequest => {
  const path = operation.path.replaceAll(/\{\w+\}/g, String(UNOWNED));
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

/** A GET of a number without an owner, and its error with a working key; without a key it gets a 401. */
export const harmless = nobodysRequest(probe)!;

/** The same with other text instead of its number, exactly as it appears in the request line. */
export const harmlessWith = (text: string | number): SmokeRequest => ({
  path: probe.path.replace(/\{\w+\}/, String(text)),
});

const posts = operations.filter(({ method, request }) => method === 'POST' && request);

/** A request of which only the size of its body is checked. */
export const sized = (body: string): SmokeRequest => ({
  ...(nobodysRequest(first('a POST with a body', posts))?.request ?? harmless.request),
  body,
});
