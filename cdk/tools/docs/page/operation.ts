/** An operation on the reference page: what it takes and answers on one side, samples on the other. Pure. */
import type { Operation } from '../../../../lib/contract/cases.ts';
import { sharedErrors } from '../../../../lib/contract/derived.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { shownErrors } from '../openapi/errors.ts';
import type { Node } from '../openapi/flatten.ts';
import { languages, sampleOf } from '../samples/languages.ts';
import { literal } from '../samples/literal.ts';
import { sampledOf } from '../samples/sample.ts';
import { type Field, fieldList, fieldOf, fieldsOf } from './fields.ts';
import { codeBlock, errorLink, escaped, inline, markdown } from './text.ts';

/** What the page says of an operation, for its section and for the search. */
export interface Described {
  readonly operation: Operation;
  readonly path: readonly Field[];
  readonly query: readonly Field[];
  readonly headers: readonly Field[];
  readonly body: readonly Field[];
  readonly reply: readonly Field[];
  /** Of a successful response. */
  readonly replyHeaders: readonly Field[];
}

interface DocumentParameter extends Node {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
}

const schemaOf = (node: Node | undefined): Node =>
  ((node?.content as Record<string, { schema: Node }> | undefined)?.['application/json']?.schema ?? {}) as Node;

export const describeOperation = (operation: Operation, document: OpenApiDocument): Described => {
  const { id, method, path } = operation;
  const node = document.paths[path]![method.toLowerCase()]!;
  const body = fieldsOf(id, schemaOf(node.requestBody as Node | undefined), document);
  const taken = new Set(body.map(({ name }) => name));
  const placed = (place: DocumentParameter['in']) =>
    ((node.parameters as DocumentParameter[] | undefined) ?? [])
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, description, example, required }) => {
        // Where the body has a field of this name too.
        const anchor = taken.has(name) ? `${id}:${place}.${name}` : `${id}.${name}`;
        return fieldOf(anchor, name, { ...(schema as Node), description, example }, document, required === true);
      });
  const responses = node.responses as Readonly<Record<string, Node>>;
  const success = responses[200]!;
  return {
    operation,
    path: placed('path'),
    query: placed('query'),
    headers: placed('header'),
    body,
    reply: fieldsOf(`${id}:reply`, replyOf(schemaOf(success), document), document),
    replyHeaders: Object.keys((success.headers as Node | undefined) ?? {}).map((name) => {
      const { schema, ...header } = document.components.headers![name]!;
      return fieldOf(`${id}:reply.${name}`, name, { ...(schema as Node), ...header, required: [] }, document, false);
    }),
  };
};

/** The object that a response is, or is a list of. */
const replyOf = (schema: Node, document: OpenApiDocument): Node => {
  const named =
    typeof schema.$ref === 'string' ? document.components.schemas![schema.$ref.split('/').at(-1)!]! : schema;
  return (named.items as Node | undefined) ?? named;
};

const block = (id: string, title: string, fields: readonly Field[], said = ''): string =>
  fields.length + said.length === 0
    ? ''
    : `<h3 id="${id}">${title}</h3>${said}${fields.length > 0 ? fieldList(fields) : ''}`;

const errorRows = (operation: Operation): string => {
  const all = shownErrors(operation);
  const own = all.filter((entry) => !sharedErrors.includes(entry) || Object.values(operation.errors).includes(entry));
  const shared = all.filter((entry) => !own.includes(entry));
  const rows = own.map(
    ({ code, status, message }) =>
      `<tr><td><a href="${errorLink(code)}">${code}</a></td><td>${status}</td><td>${escaped(message)}</td></tr>`,
  );
  const table =
    rows.length === 0
      ? ''
      : `<div class="wide" tabindex="0" role="group" aria-label="Errors of ${escaped(operation.summary)}"><table class="errors">
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Message</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
  const links = shared.map(({ code }) => `<a href="${errorLink(code)}">${code}</a>`).join(', ');
  return `<h3 id="${operation.id}:errors">Errors</h3>${table}<p class="note">As every operation: ${links}.</p>`;
};

const samples = (operation: Operation): string => {
  const buttons = languages.map(
    ({ id, name }) => `<button type="button" data-choose="${id}" aria-pressed="false">${name}</button>`,
  );
  const blocks = languages.map(
    (language) =>
      `<div data-sample="${language.id}">${codeBlock(
        sampleOf(operation, language),
        language.syntax,
        `${operation.summary} in ${language.name}`,
      )}</div>`,
  );
  return `<div class="languages" role="group" aria-label="Language of the samples">${buttons.join('')}</div>${blocks.join('\n')}`;
};

const json = (value: unknown, label: string): string => codeBlock(literal(value), 'json', label);

const furtherExamples = ({ cases }: Operation): string =>
  cases.examples
    .slice(1)
    .map(
      ({ summary, body, reply }) =>
        `<details class="example"><summary>${inline(summary)}</summary>${
          body === undefined ? '' : `<p>Request</p>${json(body, `Request: ${summary}`)}`
        }<p>Response</p>${json(reply, `Response: ${summary}`)}</details>`,
    )
    .join('\n');

/** Sends the sample to the host of the page. */
const tryForm = (operation: Operation): string => {
  const { method, path, headers, value } = sampledOf(operation);
  const name = `try-${operation.id}`;
  return `<details class="try"><summary>Try it here</summary>
<form data-method="${method}" data-headers="${escaped(JSON.stringify(headers))}">
<label for="${name}-path">${method}</label><input id="${name}-path" name="path" value="${escaped(path)}" autocomplete="off" spellcheck="false">
${value === undefined ? '' : `<label for="${name}-body">Body</label><textarea id="${name}-body" name="body" rows="8" spellcheck="false">${escaped(literal(value))}</textarea>`}
<button type="submit">Send</button><div role="status"></div></form></details>`;
};

/** @param canTry - whether the page may send requests to its own host */
export const operationSection = (described: Described, canTry: boolean): string => {
  const { operation, path, query, headers, body, reply, replyHeaders } = described;
  const { id, method, summary, description, cases, bodyOptional, request, deprecation } = operation;
  const optional = request && bodyOptional ? '<p class="note">The body may be left out.</p>' : '';
  const [first] = cases.examples;
  return `<section class="operation" id="${id}" aria-labelledby="${id}:title">
<div class="prose">
<h2 id="${id}:title"><a class="self" href="#${id}">${escaped(summary)}</a></h2>
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escaped(operation.path).replaceAll('/', '/<wbr>')}</code></p>
${deprecation ? `<p class="note"><strong>Deprecated</strong> since ${deprecation.since}.</p>` : ''}${markdown(description, { level: 4 })}
${block(`${id}:path`, 'Path', path)}${block(`${id}:query`, 'Query', query)}${block(`${id}:headers`, 'Headers', headers)}
${block(`${id}:body`, 'Body', body, optional)}
${block(`${id}:reply`, 'Response', reply, reply.length === 0 ? `<p class="note">${emptyReply(first.reply)}</p>` : '')}
${replyHeaders.length === 0 ? '' : `<details class="aside"><summary>Headers of the response</summary>${fieldList(replyHeaders)}</details>`}
${errorRows(operation)}
</div>
<div class="samples">
${samples(operation)}
${canTry ? tryForm(operation) : ''}
<p class="label">Response</p>
${json(first.reply, `Response of ${summary}`)}
${furtherExamples(operation)}
</div>
</section>`;
};

/** What a response without fields of its own is. */
const emptyReply = (reply: unknown): string =>
  Array.isArray(reply) ? 'A list, as in the example.' : 'An empty object: <code>{}</code>.';
