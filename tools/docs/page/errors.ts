/** Every error code on the reference page: what it says, when it comes, which operations answer it. Pure. */
import type { Operation } from '../../../lib/contract/cases.ts';
import { errorsOf, sharedErrors } from '../../../lib/contract/derived.ts';
import type { ErrorEntry } from '../../../lib/contract/error-entry.ts';
import catalogue from '../../../lib/contract/errors.json' with { type: 'json' };
import { allOperations } from '../../../lib/operations.ts';
import { conditionOf } from '../openapi/conditions.ts';
import { literal } from '../samples/literal.ts';
import { type ErrorExample, errorsOfOperation, snippet } from './error-rows.ts';
import { linkedMarkdown } from './markdown-links.ts';
import { asSentence, codeBlock, escaped, inline } from './text.ts';

export interface ShownError {
  readonly code: number;
  readonly condition: string;
  /** A code may have another status or message on other operations. */
  readonly forms: readonly {
    readonly status: number;
    readonly message: string;
    readonly of: readonly Operation[] | 'all';
  }[];
}

interface Form {
  readonly status: number;
  readonly message: string;
}

/** Whether a row of an operation is this form of its code: the same, or with a message of the operation's own. */
const isOf = (row: ErrorEntry, form: Form, forms: readonly Form[]): boolean => {
  // What has no own code has many messages.
  if (row.code === row.status) return row.status === form.status;
  const same = forms.find(({ status, message }) => status === row.status && message === row.message);
  return form === (same ?? forms.find(({ status }) => status === row.status));
};

/** Who answers with a code in this form: by the contracts, so that the page can't say what no operation does. */
const answering = (code: number, form: Form, forms: readonly Form[]): readonly Operation[] | 'all' => {
  if (sharedErrors.some((shared) => shared.code === code)) return 'all';
  return allOperations.filter((operation) =>
    errorsOf(operation).some((row) => row.code === code && isOf(row, form, forms)),
  );
};

/** The catalogue, in order of code. */
export const shownErrorCodes = (): readonly ShownError[] =>
  Object.entries(catalogue).map(([text, given]) => {
    const { later, ...row } = { ...given, code: Number(text) } as ErrorEntry & { later?: Partial<ErrorEntry> };
    const forms = later ? [row, { ...row, ...later }] : [row];
    return {
      code: row.code,
      condition: conditionOf(row.code),
      forms: forms.map((form) => ({
        status: form.status,
        message: form.message,
        of: answering(row.code, form, forms),
      })),
    };
  });

/** More than these are folded away. */
const MOST_SHOWN = 6;

const answeredBy = (of: ShownError['forms'][number]['of'], linkOf: (operation: Operation) => string): string => {
  if (of === 'all') return '<p class="note">Every operation</p>';
  if (of.length === 0) return '';
  const links = of.map((operation) => `<a href="${linkOf(operation)}">${escaped(operation.summary)}</a>`).join(', ');
  return of.length > MOST_SHOWN
    ? `<details class="aside"><summary>${of.length} operations</summary><p class="note">${links}</p></details>`
    : `<p class="note">${links}</p>`;
};

type Examples = ReadonlyMap<Operation, readonly ErrorExample[]>;

const allExamples = (): Examples =>
  new Map(allOperations.map((operation) => [operation, errorsOfOperation(operation).own]));

/** The example of a form: a request of the first operation that has one, and the response to it. */
const exampleOf = (code: number, { status, message, of }: ShownError['forms'][number], examples: Examples): string => {
  const found = (of === 'all' ? [] : of)
    .flatMap((operation) => examples.get(operation) ?? [])
    .find((each) => each.code === code && each.status === status && each.request !== undefined);
  const response = found?.response ?? literal({ code, message });
  return `${found?.request === undefined ? '' : snippet(found.request, `Request with error ${code}`)}${codeBlock(
    response,
    'json',
    `Response with error ${code}`,
    'Response',
  )}`;
};

/** Every error code as HTML. @param linkOf - where an operation is shown */
export const errorsHtml = (linkOf: (operation: Operation) => string): string => {
  const examples = allExamples();
  return shownErrorCodes()
    .map(
      ({ code, condition, forms }) => `<section class="error" id="error-${code}" aria-labelledby="code-${code}">
<h2 id="code-${code}"><a class="self" href="#error-${code}">${code}</a></h2>
<div>${forms
        .map(
          (form, index) =>
            `<p><span class="status">${form.status}</span> <q>${escaped(form.message)}</q></p>${
              index === 0 ? `<p>${inline(asSentence(condition))}</p>` : ''
            }${exampleOf(code, form, examples)}${answeredBy(form.of, linkOf)}`,
        )
        .join('\n')}</div>
</section>`,
    )
    .join('\n');
};

/** Every error code in Markdown. @param linkOf - where an operation is shown */
export const errorsMarkdown = (linkOf: (operation: Operation) => string): string =>
  shownErrorCodes()
    .map(({ code, condition, forms }) =>
      [
        `<a id="error-${code}"></a>`,
        `## ${code}`,
        asSentence(condition),
        ...forms.flatMap(({ status, message, of }) => [
          `Status ${status}:\n\n\`\`\`json\n${literal({ code, message })}\n\`\`\``,
          of === 'all'
            ? 'Every operation.'
            : linkedMarkdown(of.map((each) => `[${each.summary}](${linkOf(each)})`).join(', ')),
        ]),
      ].join('\n\n'),
    )
    .join('\n\n');
