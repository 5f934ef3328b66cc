/** The errors of an operation: each with the request that provokes it and the response to it. Pure. */
import type { Operation, Provocation } from '../../../lib/contract/cases.ts';
import { sharedErrors } from '../../../lib/contract/derived.ts';
import type { ErrorEntry } from '../../../lib/contract/error-entry.ts';
import { plainRequest } from '../../sample-request.ts';
import { conditionFor } from '../openapi/conditions.ts';
import { provocationOf, saidOf, shownErrors } from '../openapi/errors.ts';
import { literal } from '../samples/literal.ts';
import { asSentence, errorLink, escaped, inline } from './text.ts';

/** An error as the reference shows it with an operation. */
export interface ErrorExample {
  readonly code: number;
  readonly status: number;
  /** As it is answered: some messages name what is in the request. */
  readonly message: string;
  /** When this operation answers it, as the catalogue says. */
  readonly condition: string;
  /** A request that provokes it: method, path, headers and body; absent where no single request does. */
  readonly request?: string;
  /** The body of the response. */
  readonly response: string;
}

/** No one reads a longer one: it is about length. */
const MOST_CHARACTERS = 700;

/** The request as lines of HTTP; a long body is cut. */
const requestOf = (operation: Operation, provoked: Provocation): string => {
  const [{ body }] = operation.cases.examples;
  const sample = { ...(body !== undefined && { body }), ...provoked };
  const { method, path, headers } = plainRequest(operation, sample);
  const shown = Object.entries(headers).filter(([name]) => name !== 'Content-Type');
  const text = sample.body === undefined ? '' : literal(sample.body);
  return [
    `${method} ${path.length > MOST_CHARACTERS ? `${path.slice(0, MOST_CHARACTERS)}…` : path}`,
    ...shown.map(([name, value]) => `${name}: ${value.slice(0, MOST_CHARACTERS)}`),
    ...(text === '' ? [] : ['', text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text]),
  ].join('\n');
};

const exampleOf = (entry: ErrorEntry, operation: Operation): ErrorExample => {
  const { status, code, message } = saidOf(entry, operation);
  const provoked = provocationOf(entry, operation);
  return {
    code,
    status,
    message,
    condition: conditionFor(code, operation.id),
    ...(provoked && { request: requestOf(operation, provoked) }),
    response: literal({ code, message }),
  };
};

/** The errors that an operation answers by rules of its own, and the codes that every operation may answer. */
export const errorsOfOperation = (
  operation: Operation,
): { readonly own: readonly ErrorExample[]; readonly shared: readonly number[] } => {
  const all = shownErrors(operation);
  const own = all.filter((entry) => !sharedErrors.includes(entry) || Object.values(operation.errors).includes(entry));
  return {
    own: own.map((entry) => exampleOf(entry, operation)),
    shared: all.filter((entry) => !own.includes(entry)).map(({ code }) => code),
  };
};

/** A short piece of code that is part of a text: without colours and a bar. */
export const snippet = (text: string, label: string): string =>
  `<pre class="snippet" tabindex="0" role="group" aria-label="${escaped(label)}"><code>${escaped(text)}</code></pre>`;

const errorItem = ({ code, status, message, condition, request, response }: ErrorExample): string =>
  `<li><details><summary><span class="status">${status}</span> <code>${code}</code> <span>${escaped(message)}</span></summary>
<p>${inline(asSentence(condition))}. <a href="${errorLink(code)}">All operations with ${code}</a></p>
${request === undefined ? '' : snippet(request, `Request with error ${code}`)}${snippet(response, `Response with error ${code}`)}</details></li>`;

/** The part of an operation's section about its errors. */
export const errorsPart = (operation: Operation): string => {
  const { own, shared } = errorsOfOperation(operation);
  const links = shared.map((code) => `<a href="${errorLink(code)}">${code}</a>`).join(', ');
  return `<h3 id="${operation.id}:errors">Errors</h3>${
    own.length === 0 ? '' : `<ul class="errors">${own.map(errorItem).join('\n')}</ul>`
  }<p class="note">As every operation: ${links}.</p>`;
};
