/** Finds faults in what a generated client sent, and in how it parsed the response. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { Call } from './calls.ts';
import { withoutLater } from './later.ts';
import type { Exchange } from './recorder.ts';

/** A driver's result of a call, one JSON object on each line of its results. */
export interface Result {
  readonly call: number;
  /** As the client reports it. */
  readonly status?: number;
  /** The response as the client parsed it, serialized to JSON again. */
  readonly body?: unknown;
  /** Why there is neither status nor body. */
  readonly failure?: string;
}

/** A time of RFC 3339: clients with a type for it write it in their own format. */
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;
const isTime = (value: unknown): value is string => typeof value === 'string' && TIME.test(value);
const isSameTime = (made: unknown, raw: unknown): boolean =>
  isTime(made) && isTime(raw) && Date.parse(made) === Date.parse(raw);

/** The differences of two values, as `PLACE: this, not that`. */
const differences = (made: unknown, raw: unknown, place = ''): string[] => {
  if (isDeepStrictEqual(made, raw) || isSameTime(made, raw)) return [];
  if (Array.isArray(made) && Array.isArray(raw) && made.length === raw.length)
    return made.flatMap((each, index) => differences(each, raw[index], `${place}/${index}`));
  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isRecord(made) && isRecord(raw))
    return [...new Set([...Object.keys(raw), ...Object.keys(made)])].flatMap((name) =>
      differences(made[name], raw[name], `${place}/${name}`),
    );
  const shown = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80));
  return [`${place || 'the whole'}: ${shown(made)}, not ${shown(raw)}`];
};

const parsed = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

/** The path of a call with its values. */
const pathOf = ({ path, parameters }: Call): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters.path[name])));

const texts = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** The faults of a request. */
const requestFaults = (call: Call, { method, path, headers, body }: Exchange): string[] => {
  const { pathname, searchParams } = new URL(path, 'http://client.example');
  const sentHeaders = Object.fromEntries(
    Object.keys(call.parameters.header).map((name) => [name, headers[name.toLowerCase()]]),
  );
  return [
    ...(method === call.method ? [] : [`sent ${method}`]),
    ...(pathname === pathOf(call) ? [] : [`sent to ${pathname}`]),
    ...differences(Object.fromEntries(searchParams), texts(call.parameters.query)).map((each) => `query ${each}`),
    ...differences(sentHeaders, texts(call.parameters.header)).map((each) => `header ${each}`),
    ...differences(parsed(body), call.body).map((each) => `sent body ${each}`),
  ];
};

/** A value without what is null. */
const withoutNull = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (each === null ? [] : [[name, withoutNull(each)]])),
  );
};

/**
 * The faults of a call: none if it was sent like the example, got the expected response, and was parsed without loss.
 *
 * @param isNullAbsent - whether the client's types have one value for null and for omitted fields of a response
 */
export const faultsOf = (
  call: Call,
  result: Result | undefined,
  exchanges: readonly Exchange[] = [],
  isNullAbsent = false,
): string[] => {
  const read = (value: unknown) => (isNullAbsent ? withoutNull(withoutLater(value)) : withoutLater(value));
  const [exchange, second] = exchanges;
  const failure = result === undefined ? ['the driver says nothing of it'] : result.failure ? [result.failure] : [];
  if (!exchange) return ['nothing was sent', ...failure];
  const { status, reply } = exchange;
  const raw = parsed(reply);
  return [
    ...(second ? ['sent twice'] : []),
    ...requestFaults(call, exchange),
    ...(status === call.status ? [] : [`answered ${status}, not ${call.status}: ${reply.slice(0, 200)}`]),
    ...failure,
    ...(result && !result.failure && result.status !== status ? [`status read as ${result.status}`] : []),
    ...(result && !result.failure ? differences(read(result.body), read(raw)).map((each) => `read ${each}`) : []),
    ...(call.code === undefined || (raw as { code?: unknown } | undefined)?.code === call.code
      ? []
      : [`answered ${reply.slice(0, 200)}, not code ${call.code}`]),
  ];
};
