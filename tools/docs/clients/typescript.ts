/**
 * Drivers in TypeScript, which has no types at run time: the calls, and later the responses, are written into a
 * program, so that the compiler checks each of them against the generated types. Pure.
 */
import type { Call } from './calls.ts';

/** The source that both programs have in common. */
const HEAD = `
import { readFileSync, writeFileSync } from 'node:fs';

const given = JSON.parse(readFileSync(process.env.CLIENT_CALLS!, 'utf8')) as { url: string; key: string }[];
const results: string[] = [];
interface Answer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response?: Response;
}
const attempt = async (call: number, ask: (own: { baseUrl: string; headers: Record<string, string> }) => Promise<Answer>) => {
  const { url, key } = given[call]!;
  const result = await ask({ baseUrl: url, headers: { 'x-api-key': key } }).then(
    ({ data, error, response }) => ({ status: response?.status, body: data ?? error }),
    (error: Error) => ({ failure: String(error) }),
  );
  results.push(JSON.stringify({ call, ...result }));
};
`;
const TAIL = "writeFileSync(process.env.CLIENT_RESULTS!, results.join('\\n'));\n";

const literal = (value: unknown): string => JSON.stringify(value);

/** The defined values as members of an object. */
const members = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${literal(value)}`)
    .join(', ');

/** The parameters of a call by place, without empty places; headers under the name that the client has for them. */
const placesOf = ({ parameters: { path, query, header } }: Call, headers: 'header' | 'headers'): string => {
  const places = Object.entries({ path, query, [headers]: header });
  return members(Object.fromEntries(places.filter(([, values]) => Object.keys(values).length > 0)));
};

const program = (imports: string, lines: readonly string[]): string => [imports, HEAD, ...lines, TAIL].join('\n');

/** A response that must fit the generated types. */
export interface Answered {
  readonly call: Call;
  readonly status: number;
  readonly reply: string;
}

const constants = (answered: readonly Answered[], type: (answer: Answered) => string): string[] =>
  answered.map((each, index) => `export const answer${index}: ${type(each)} = ${each.reply};`);

const bodyOf = ({ body }: Call) => ({ body });

/** For the types of openapi-typescript, by its own client openapi-fetch. */
export const openapiFetchProgram = (calls: readonly Call[]): string =>
  program(
    "import createClient from 'openapi-fetch';\nimport type { paths } from './schema.ts';",
    calls.map((call, index) => {
      const parameters = placesOf(call, 'header');
      const options = [parameters && `params: { ${parameters} }`, members(bodyOf(call))].filter(Boolean).join(', ');
      const place = `${literal(call.path)}${options && `, { ${options} }`}`;
      return `await attempt(${index}, (own) => createClient<paths>(own).${call.method}(${place}));`;
    }),
  );

export const openapiTypescriptAnswers = (answered: readonly Answered[]): string =>
  [
    "import type { paths } from './schema.ts';",
    ...constants(
      answered,
      ({ call: { path, method }, status }) =>
        `paths[${literal(path)}]['${method.toLowerCase()}']['responses'][${status}]['content']['application/json']`,
    ),
  ].join('\n');

/** For the client of hey-api. */
export const heyApiProgram = (calls: readonly Call[]): string =>
  program(
    "import { createClient } from './client/client';\nimport * as sdk from './client/sdk.gen';",
    calls.map((call, index) => {
      const options = ['client: createClient(own)', placesOf(call, 'headers'), members(bodyOf(call))];
      return `await attempt(${index}, (own) => sdk.${call.operation}({ ${options.filter(Boolean).join(', ')} }));`;
    }),
  );

const capital = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}`;

export const heyApiAnswers = (answered: readonly Answered[]): string =>
  [
    "import type * as types from './client/types.gen';",
    ...constants(
      answered,
      ({ call: { operation, kind }, status }) =>
        `types.${capital(operation)}${kind === 'wrong' ? 'Errors' : 'Responses'}[${status}]`,
    ),
  ].join('\n');
