/** Every error code on the reference page: what it says, when it comes, which operations answer it. Pure. */
import type { Operation } from '../../../../lib/contract/cases.ts';
import { errorsOf, sharedErrors } from '../../../../lib/contract/derived.ts';
import type { ErrorEntry } from '../../../../lib/contract/error-entry.ts';
import catalogue from '../../../../lib/contract/errors.json' with { type: 'json' };
import { allOperations } from '../../../../lib/operations.ts';
import { escaped, inline } from './text.ts';

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

/** Who answers with a code in this form: by the contracts, so that the page can't say what no operation does. */
const answering = (row: ErrorEntry): readonly Operation[] | 'all' => {
  if (sharedErrors.some(({ code }) => code === row.code)) return 'all';
  // What has no code of its own has many messages.
  const isRow = ({ code, status, message }: ErrorEntry) =>
    code === row.code && (row.code === row.status || (status === row.status && message === row.message));
  return allOperations.filter((operation) => errorsOf(operation).some(isRow));
};

/** The catalogue, in order of code. */
export const shownErrorCodes = (): readonly ShownError[] =>
  Object.entries(catalogue).map(([text, { condition, ...given }]) => {
    const { later, ...row } = { ...given, code: Number(text) } as ErrorEntry & { later?: Partial<ErrorEntry> };
    const forms = later ? [row, { ...row, ...later }] : [row];
    return {
      code: row.code,
      condition,
      forms: forms.map((form) => ({ status: form.status, message: form.message, of: answering(form) })),
    };
  });

/** More than these are folded away. */
const MOST_SHOWN = 6;

const answeredBy = (of: ShownError['forms'][number]['of'], linkOf: (operation: Operation) => string): string => {
  if (of === 'all') return '<p class="note">Every operation</p>';
  const links = of.map((operation) => `<a href="${linkOf(operation)}">${escaped(operation.summary)}</a>`).join(', ');
  return of.length > MOST_SHOWN
    ? `<details class="aside"><summary>${of.length} operations</summary><p class="note">${links}</p></details>`
    : `<p class="note">${links}</p>`;
};

/** A condition as a sentence; the names of operations and headers stay as they are. */
const capital = (text: string): string =>
  /^[a-z]+\b(?![A-Z-])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/** @param linkOf - where an operation is shown */
export const errorsHtml = (linkOf: (operation: Operation) => string): string =>
  shownErrorCodes()
    .map(
      ({ code, condition, forms }) => `<section class="error" id="error-${code}" aria-labelledby="code-${code}">
<h2 id="code-${code}"><a class="self" href="#error-${code}">${code}</a></h2>
<div>${forms
        .map(
          ({ status, message, of }, index) =>
            `<p><span class="status">${status}</span> <q>${escaped(message)}</q></p>${
              index === 0 ? `<p>${inline(capital(condition))}</p>` : ''
            }${answeredBy(of, linkOf)}`,
        )
        .join('\n')}</div>
</section>`,
    )
    .join('\n');
