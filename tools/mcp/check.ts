/** Checks a call by its operation's contract before it leaves, as the service would, in words that say what to correct. */
import { compile } from '../../cdk/build/validators.ts';
import type { Operation } from '../../lib/contract/cases.ts';
import { type JsonObject, normalize } from '../../lib/contract/coercion.ts';
import { type NamedParameter, parametersOf, parametersSchema } from '../../lib/contract/derived.ts';
import { isTextList, readParameter } from '../../lib/contract/parameters.ts';
import type { Violation } from '../../lib/contract/violations.ts';
import { bodyViolations, parameterViolations } from '../../lib/http/find-violations.ts';
import { DRY_RUN } from './effects.ts';
import { unknownFields } from './unknown-fields.ts';

/** A call of an operation as an agent makes it. */
export interface Call {
  readonly operation: Operation;
  /** By name, whether path, query or header. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body?: JsonObject | undefined;
}

export interface Checked {
  /** What is wrong, a sentence each; nothing may be sent unless this is empty. */
  readonly problems: readonly string[];
  /** The parameters as text, by name. */
  readonly values: Readonly<Record<string, string>>;
  /** Paths of body fields that the operation does not know, and the service will ignore. */
  readonly ignored: readonly string[];
}

/** A value as it is sent; `undefined` if it is none that a parameter can have. */
const textOf = ({ schema }: NamedParameter, value: unknown): string | undefined => {
  if (Array.isArray(value)) return isTextList(schema) ? value.map(String).join(',') : undefined;
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
};

const namesOf = (list: readonly NamedParameter[]): string =>
  list.length === 0 ? 'it takes none' : `it takes ${list.map(({ name }) => name).join(', ')}`;

/** A segment of a path must be one: a parser of URLs drops these, and would address another path. */
const isPathless = ({ in: place }: NamedParameter, text: string): boolean =>
  place === 'path' && /^\.{0,2}$/.test(text.trim());

/** What no HTTP client can send as a header: it would end the line, or is no byte. */
const isHeaderless = ({ in: place }: NamedParameter, text: string): boolean =>
  place === 'header' && !/^[\t\x20-\x7e\xa0-\xff]*$/.test(text);

const wordsOf = ({ path, parameter, error }: Violation): string => {
  const name = parameter ?? path;
  const code = error.code === error.status ? '' : ` (error ${error.code})`;
  return error.message.includes(name) ? `${error.message}${code}` : `${name}: ${error.message}${code}`;
};

/** The one error of the service for such a number says less: it does not distinguish a missing one from another partner's. */
const addressedProblem = ({ name, schema }: NamedParameter, value: unknown): string | undefined => {
  if (value === undefined) return `${name} is required`;
  const isNumber = (schema as { readonly type?: string }).type === 'integer';
  return isNumber && !(typeof value === 'number' && value > 0) ? `${name} must be a whole number above 0` : undefined;
};

const parameterProblems = (operation: Operation, list: readonly NamedParameter[], texts: JsonObject): string[] => {
  const values: Record<string, unknown> = {};
  for (const parameter of list) {
    const value = readParameter(parameter, texts[parameter.name] as string | undefined);
    if (value !== undefined) values[parameter.name] = value;
  }
  const { paging, depth = paging } = operation;
  const validate = compile(parametersSchema(operation), { allErrors: true });
  return [
    ...list
      .filter(({ addresses }) => addresses)
      .flatMap((parameter) => addressedProblem(parameter, values[parameter.name]) ?? []),
    ...parameterViolations({ list, values, depth }, validate).map(wordsOf),
  ];
};

const bodyProblems = ({ request, bodyOptional, ifMatch }: Operation, body: JsonObject | undefined): string[] => {
  if (request === undefined) return body === undefined ? [] : ['the operation takes no body'];
  if (body === undefined) return bodyOptional ? [] : ['the operation needs a body: a JSON object'];
  // A field may be wrong by itself and right where the record has that value already, which only the service knows.
  if (ifMatch) return [];
  const validate = compile(request, { allErrors: true });
  const normalized = normalize(request, body);
  const refused = {
    schema: request,
    body: normalized.body,
    whole: normalized.body,
    isRight: validate(normalized.body),
    dropped: new Set<string>(),
    byRules: [],
  };
  return bodyViolations(refused, validate).map(wordsOf);
};

/**
 * Checks a call: names and values of parameters, and the body where the contract alone decides. Rules that need what is
 * stored are the service's.
 */
export const checkCall = ({ operation, parameters, body }: Call): Checked => {
  const list = parametersOf(operation).filter(({ name }) => name !== DRY_RUN);
  const problems: string[] = [];
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) {
    const parameter = list.find((each) => each.name === name);
    const text = parameter && textOf(parameter, value);
    if (name === DRY_RUN) problems.push(`${DRY_RUN} is set by this tool: leave confirm out to validate without saving`);
    else if (!parameter) problems.push(`there is no parameter ${JSON.stringify(name)}: ${namesOf(list)}`);
    else if (text === undefined) problems.push(`${name} must be a text, a number, true or false`);
    else if (isPathless(parameter, text))
      problems.push(`${name} must be a part of a path, not ${JSON.stringify(text)}`);
    else if (isHeaderless(parameter, text)) problems.push(`${name} has characters that a header can't hold`);
    else values[name] = text;
  }
  // Missing ones are only listed where everything that was sent could be read.
  if (problems.length === 0) problems.push(...parameterProblems(operation, list, values));
  problems.push(...bodyProblems(operation, body));
  const ignored = operation.request !== undefined && body ? unknownFields(operation.request, body) : [];
  return { problems, values, ignored };
};
