/** The reference as Markdown, next to each page: all of it, with what tabs and folds hide on the page. Pure. */
import type { Operation } from '../../../lib/contract/cases.ts';
import { languages, sampleOf } from '../samples/languages.ts';
import { literal } from '../samples/literal.ts';
import type { Described } from './describe.ts';
import { errorsOfOperation } from './error-rows.ts';
import type { Field } from './fields.ts';
import { linkedMarkdown } from './markdown-links.ts';
import { emptyReply } from './operation.ts';

/** A block of code whose fence is longer than any in it. */
const fenced = (code: string, syntax: string): string => {
  const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence}${syntax}\n${code}\n${fence}`;
};

const json = (value: unknown): string => fenced(literal(value), 'json');

const factsOf = ({ type, isRequired, limits, pattern }: Field): string =>
  [
    type,
    ...(isRequired ? ['required'] : []),
    ...limits,
    ...(pattern === undefined ? [] : [`pattern \`${pattern}\``]),
  ].join(', ');

const fieldLines = (fields: readonly Field[], depth = 0): string =>
  fields
    .map((field) => {
      const { name, description, example, children } = field;
      const said = description === '' ? '' : `: ${linkedMarkdown(description).replace(/\s*\n\s*/g, ' ')}`;
      const shown =
        example === undefined ? '' : `${/[.:!?)]$/.test(said) ? '' : '.'} Example: \`${JSON.stringify(example)}\``;
      return `${'  '.repeat(depth)}- \`${name}\` (${factsOf(field)})${said}${shown}\n${fieldLines(children, depth + 1)}`;
    })
    .join('');

const part = (title: string, text: string): string[] => (text === '' ? [] : [`### ${title}`, text.trimEnd()]);

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');

const errorsText = (operation: Operation): string => {
  const { own, shared } = errorsOfOperation(operation);
  const rows = own.map(
    ({ code, status, message, condition }) =>
      `| [${code}](errors.md#error-${code}) | ${status} | ${cell(message)} | ${cell(condition)} |`,
  );
  const table =
    rows.length === 0
      ? ''
      : `| Code | Status | Message | When |\n| ---- | ------ | ------- | ---- |\n${rows.join('\n')}\n\n`;
  const examples = own.flatMap(({ code, request, response }) =>
    request === undefined ? [] : [`Error ${code}:\n\n${fenced(request, 'http')}\n\n${fenced(response, 'json')}`],
  );
  const links = shared.map((code) => `[${code}](errors.md#error-${code})`).join(', ');
  return [`${table}As every operation: ${links}.`, ...examples].join('\n\n');
};

const examplesText = ({ cases }: Operation): string =>
  cases.examples
    .map(({ summary, body, reply }) =>
      [`#### ${summary}`, ...(body === undefined ? [] : ['Request:', json(body)]), 'Response:', json(reply)].join(
        '\n\n',
      ),
    )
    .join('\n\n');

/** An operation with all samples, fields, errors and examples. */
export const operationMarkdown = (described: Described): string => {
  const { operation, path, query, headers, body, reply, replyHeaders } = described;
  const { id, method, summary, description, bodyOptional, request, deprecation } = operation;
  return [
    `<a id="${id}"></a>`,
    `## ${summary}`,
    `\`${method} ${operation.path}\``,
    ...(deprecation ? [`**Deprecated** since ${deprecation.since}.`] : []),
    linkedMarkdown(description),
    ...part('Path', fieldLines(path)),
    ...part('Query', fieldLines(query)),
    ...part('Headers', fieldLines(headers)),
    ...part('Body', `${request && bodyOptional ? 'The body is optional.\n\n' : ''}${fieldLines(body)}`),
    ...part('Response', reply.length === 0 ? emptyReply(described) : fieldLines(reply)),
    ...part('Response headers', fieldLines(replyHeaders)),
    ...part('Errors', errorsText(operation)),
    '### Samples',
    ...languages.map(
      (language) => `#### ${language.name}\n\n${fenced(sampleOf(operation, language), language.syntax)}`,
    ),
    ...part('Examples', examplesText(operation)),
  ].join('\n\n');
};
