/** One operation as text for an agent: what it takes and answers, as deep as asked, one example, errors by code. Pure. */
import type { Operation } from '../../lib/contract/cases.ts';
import { sharedErrors } from '../../lib/contract/derived.ts';
import { shownErrors } from '../docs/openapi/errors.ts';
import { allFields, type Field } from '../docs/page/fields.ts';
import type { Described } from './described.ts';
import { DRY_RUN, isWrite, takes } from './effects.ts';

/** How deep the fields of bodies are shown, unless a call says otherwise. */
export const USUAL_DEPTH = 1;
export const LARGEST_DEPTH = 6;

/** The length of an example, in characters; more is cut. */
const EXAMPLE_CHARACTERS = 2500;

const countOf = (fields: readonly Field[]): number => allFields(fields).length;

/** The path of a field as `describe` takes it: `location.zip`, without the operation in front of it. */
const pathOf = ({ id }: Field): string => id.slice(id.indexOf('.') + 1);

const fieldLines = (fields: readonly Field[], depth: number, indent = ''): string[] =>
  fields.flatMap((field) => {
    const { name, type, isRequired, limits, pattern, description, example, children } = field;
    const facts = [type, ...(isRequired ? ['required'] : []), ...limits, ...(pattern ? [`pattern ${pattern}`] : [])];
    const shown = example === undefined ? '' : ` Example: ${JSON.stringify(example)}`;
    const line = `${indent}- ${name} (${facts.join(', ')})${description && `: ${description.replaceAll('\n', ' ')}`}${shown}`;
    if (children.length === 0) return [line];
    if (depth > 1) return [line, ...fieldLines(children, depth - 1, `${indent}  `)];
    return [line, `${indent}  … ${countOf(children)} fields below: describe with field "${pathOf(field)}"`];
  });

const block = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines];

const exampleText = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length <= EXAMPLE_CHARACTERS
    ? text
    : `${text.slice(0, EXAMPLE_CHARACTERS)}… (cut: ${text.length} characters)`;
};

/** The first example as the arguments of a call, and its response. */
const exampleLines = ({ cases, request }: Operation): string[] => {
  const [{ summary, parameters, body, reply }] = cases.examples;
  const sent = { ...cases.parameters, ...parameters };
  return [
    `Example (${summary}):`,
    ...(Object.keys(sent).length > 0 ? [`parameters: ${JSON.stringify(sent)}`] : []),
    ...(request !== undefined && body !== undefined ? [`body: ${exampleText(body)}`] : []),
    `response: ${exampleText(reply)}`,
  ];
};

const errorLines = (operation: Operation): string[] => {
  const all = shownErrors(operation);
  const own = all.filter((entry) => !sharedErrors.includes(entry));
  const shared = all.filter((entry) => sharedErrors.includes(entry));
  return [
    ...own.map(({ code, status, message }) => `- ${code} (status ${status}): ${message}`),
    `- as every operation: ${shared.map(({ code }) => code).join(', ')}`,
  ];
};

/** Which tool calls it, and what that does. */
const toolLine = (operation: Operation): string => {
  if (!isWrite(operation)) return 'It reads: call it with the tool read.';
  return takes(operation, DRY_RUN)
    ? 'It writes: call it with the tool write, which only validates unless confirm is true.'
    : 'It writes, and can’t be validated without saving: call it with the tool write and confirm.';
};

/** The parameters that the tool `write` sets by itself are not shown. */
const parameterLines = ({ path, query, headers }: Described, depth: number): string[] =>
  [...path, ...query, ...headers].filter(({ name }) => name !== DRY_RUN).flatMap((each) => fieldLines([each], depth));

/** The operation, with its bodies down to this depth. */
export const describeForAgent = (described: Described, depth: number = USUAL_DEPTH): string => {
  const { operation, body, reply } = described;
  const { id, method, path, summary, tag, description, bodyOptional, deprecation } = operation;
  return [
    `${id}: ${summary} (${tag})`,
    `${method} ${path}`,
    toolLine(operation),
    ...(deprecation ? [`Deprecated since ${deprecation.since}.`] : []),
    '',
    description,
    ...block('Parameters, by name', parameterLines(described, depth)),
    ...block(bodyOptional ? 'Body, which may be left out' : 'Body', fieldLines(body, depth)),
    ...block('Response', fieldLines(reply, depth)),
    '',
    ...exampleLines(operation),
    ...block('Errors, by code', errorLines(operation)),
  ].join('\n');
};

/**
 * One field of an operation with all below it, down to this depth.
 *
 * @param path - as the operation's description names it: `location.zip`; a field of the body goes before one of the
 *   response
 * @returns `undefined` if there is no such field
 */
export const describeField = (
  { operation, path: inPath, query, headers, body, reply }: Described,
  path: string,
  depth: number = USUAL_DEPTH,
): string | undefined => {
  const places: readonly (readonly [string, readonly Field[]])[] = [
    ['body', body],
    ['parameters', [...inPath, ...query, ...headers]],
    ['response', reply],
  ];
  const found = places.flatMap(([place, fields]) => {
    const field = allFields(fields).find((each) => pathOf(each) === path);
    return field ? [`${operation.id}, ${place}, ${path}:`, ...fieldLines([field], depth + 1)] : [];
  });
  return found.length === 0 ? undefined : found.join('\n');
};
