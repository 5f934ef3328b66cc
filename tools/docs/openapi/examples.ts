/** The examples of operations, as the document names them. Pure. */
import type { Operation } from '../../../lib/contract/cases.ts';
import type { Node } from './flatten.ts';

/** `By email, with the experience score` as `by-email-with-the-experience-score`. */
const nameOf = (summary: string): string =>
  summary
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** One part of each example of an operation, by the example's name; those that lack it are left out. */
export const namedExamples = ({ cases }: Operation, part: 'body' | 'reply'): Node =>
  Object.fromEntries(
    cases.examples
      .filter((example) => example[part] !== undefined)
      .map((example) => [nameOf(example.summary), { summary: example.summary, value: example[part] }]),
  );
