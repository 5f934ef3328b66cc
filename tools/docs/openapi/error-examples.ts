/** Examples of error responses in the OpenAPI document, plain and as problem details. Pure. */

import { titles } from '../../../cdk/build/titles.ts';
import type { ListedViolation } from '../../../lib/contract/cases.ts';
import type { ErrorEntry } from '../../../lib/contract/error-entry.ts';
import * as errors from '../../../lib/contract/error-rows.ts';
import catalogue from '../../../lib/contract/errors.json' with { type: 'json' };
import { problemBody } from '../../../lib/http/problem-body.ts';
import type { Node } from './flatten.ts';

/** The row of the catalogue that a code has. */
export const rowOf = (code: number) => catalogue[String(code) as keyof typeof catalogue];

/** The body of RFC 9457, as it is answered. */
const problemOf = (entry: ErrorEntry, listed: readonly ListedViolation[]) => {
  const { status, code, message } = entry;
  const violations = listed.map((each) => ({
    path: '',
    ...each,
    error: { status, code: each.code ?? code, message: each.message ?? message },
  }));
  return problemBody(entry, violations, titles);
};

/** `BusinessNotFound` for the row of code 1175: the name by which the code has it. */
const ROW_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries<ErrorEntry>(errors).map(([name, { code }]) => [code, name.charAt(0).toUpperCase() + name.slice(1)]),
);

/** The examples of error responses: what follows from the catalogue alone is a component, the rest stands in its operation. */
export interface ErrorExamples {
  readonly plain: (entry: ErrorEntry) => Node;
  readonly problem: (entry: ErrorEntry, listed: readonly ListedViolation[]) => Node;
}

const exampleOf = ({ code, message }: ErrorEntry, value: unknown): Node => ({ summary: `${code} ${message}`, value });

/** @param components - takes the shared examples, each under the name of what it shows */
export const errorExamples = (components: Map<string, Node>): ErrorExamples => {
  const shared = (name: string, example: Node): Node => {
    components.set(name, example);
    return { $ref: `#/components/examples/${name}` };
  };
  return {
    plain: (entry) => {
      const example = exampleOf(entry, { code: entry.code, message: entry.message });
      return rowOf(entry.code).message === entry.message
        ? shared(`${ROW_NAMES.get(entry.code)}Example`, example)
        : example;
    },
    problem: (entry, listed) => {
      const example = exampleOf(entry, problemOf(entry, listed));
      const { status, message } = rowOf(entry.code);
      const isRow = status === entry.status && message === entry.message;
      return isRow && listed.length === 0 ? shared(`${ROW_NAMES.get(entry.code)}Problem`, example) : example;
    },
  };
};
