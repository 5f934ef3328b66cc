/** What partners call things, and what the reference calls them. The search of the pages and the one for agents read it. */

import { conceptNames } from './names/concepts.ts';
import { operationNames } from './names/operations.ts';

const NAMES = [...Object.entries(conceptNames), ...Object.entries(operationNames)];

/**
 * By each name that the reference does not use, in lower case, the words by which it has the same thing. A name may be
 * several words long. A query that holds one is also asked with these words in its place, and with them alone.
 */
export const synonyms: Record<string, readonly string[]> = Object.fromEntries(
  [
    ...Map.groupBy(
      NAMES.flatMap(([words, names]) => names.map((name) => ({ name, words }))),
      ({ name }) => name,
    ),
  ].map(([name, rows]) => [name, rows.map(({ words }) => words)]),
);
