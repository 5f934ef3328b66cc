/** An operation on the reference page: its head, its samples, then what it takes and answers. Pure. */
import type { Operation } from '../../../lib/contract/cases.ts';
import { chartOf } from '../charts/kept.ts';
import { type Language, languages, sampleOf } from '../samples/languages.ts';
import { literal } from '../samples/literal.ts';
import type { Described } from './describe.ts';
import { errorsPart } from './error-rows.ts';
import { type Field, fieldList } from './fields.ts';
import { formsFileOfTag } from './links.ts';
import { codeBlock, escaped, inline, markdown } from './text.ts';

const block = (id: string, title: string, fields: readonly Field[], said = ''): string =>
  fields.length + said.length === 0
    ? ''
    : `<h3 id="${id}">${title}</h3>${said}${fields.length > 0 ? fieldList(fields) : ''}`;

const GROUPS: readonly (readonly [by: Language['by'], name: string])[] = [
  ['client', 'Client'],
  ['http', 'HTTP'],
];

const samples = (operation: Operation): string => {
  const buttons = GROUPS.map(
    ([by, name]) =>
      `<span class="group"><span class="by">${name}</span>${languages
        .filter((language) => language.by === by)
        .map((each) => `<button type="button" data-choose="${each.id}" aria-pressed="false">${each.name}</button>`)
        .join('')}</span>`,
  );
  const blocks = languages.map(
    (language) =>
      `<div data-sample="${language.id}">${codeBlock(
        sampleOf(operation, language),
        language.syntax,
        `${operation.summary} in ${language.name}`,
        language.name,
      )}</div>`,
  );
  return `<div class="languages" role="group" aria-label="Language of the samples">${buttons.join('')}</div>${blocks.join('\n')}`;
};

const json = (value: unknown, label: string, title: string): string => codeBlock(literal(value), 'json', label, title);

const furtherExamples = ({ cases }: Operation): string =>
  cases.examples
    .slice(1)
    .map(
      ({ summary, body, reply }) =>
        `<details class="example"><summary>${inline(summary)}</summary>${
          body === undefined ? '' : json(body, `Request: ${summary}`, 'Request')
        }${json(reply, `Response: ${summary}`, 'Response')}</details>`,
    )
    .join('\n');

/** A script fills the form when it is opened. */
const tryIt = ({ id, tag }: Operation): string =>
  `<details class="try" data-operation="${id}" data-facts="${formsFileOfTag(tag)}"><summary>Try it</summary><p class="note">This form needs JavaScript.</p></details>`;

/** What a response without fields of its own is, in Markdown. */
export const emptyReply = ({ operation, whole: { type, description } }: Described): string => {
  if (Array.isArray(operation.cases.examples[0].reply)) return 'A list, as in the example.';
  return type === 'object' ? 'An empty object: `{}`.' : `A ${type}. ${description}.`;
};

/** The section of an operation. On a narrow screen its parts stand in this order, so that a sample is near its head. */
export const operationSection = (described: Described): string => {
  const { operation, path, query, headers, body, reply, replyHeaders } = described;
  const { id, method, summary, description, cases, bodyOptional, request, deprecation } = operation;
  const optional = request && bodyOptional ? '<p class="note">The body is optional.</p>' : '';
  const [first] = cases.examples;
  const [lead = '', ...more] = description.split('\n\n');
  return `<section class="operation" id="${id}" aria-labelledby="${id}:title">
<div class="prose intro">
<h2 id="${id}:title"><a class="self" href="#${id}">${escaped(summary)}</a></h2>
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escaped(operation.path).replaceAll('/', '/<wbr>')}</code></p>
${deprecation ? `<p class="note"><strong>Deprecated</strong> since ${deprecation.since}.</p>` : ''}${markdown(lead, { level: 4 })}
</div>
<div class="samples">
${samples(operation)}
${tryIt(operation)}
${json(first.reply, `Response of ${summary}`, 'Response')}
${furtherExamples(operation)}
</div>
<div class="prose">
${markdown(more.join('\n\n'), { level: 4 })}${chartOf(id)}
${block(`${id}:path`, 'Path', path)}${block(`${id}:query`, 'Query', query)}${block(`${id}:headers`, 'Headers', headers)}
${block(`${id}:body`, 'Body', body, optional)}
${block(`${id}:reply`, 'Response', reply, reply.length === 0 ? `<p class="note">${inline(emptyReply(described))}</p>` : '')}
${replyHeaders.length === 0 ? '' : `<details class="aside"><summary>Response headers</summary>${fieldList(replyHeaders)}</details>`}
${errorsPart(operation)}
</div>
</section>`;
};
