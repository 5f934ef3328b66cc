/** The types of query.js, which browsers run as it stands. */
import type MiniSearch from 'minisearch';
import type { Found } from './search.ts';

/**
 * Prepares the search.
 *
 * @param Index - the class of minisearch: a browser has it from another address than Node
 * @param rows - every place that can be found
 * @param synonyms - by each name in lower case, the words by which the reference has the same thing
 * @returns what finds a query in words: places, the best first; none for a query without a word
 */
export const searchEngine: (
  Index: typeof MiniSearch,
  rows: readonly Found[],
  synonyms: Readonly<Record<string, readonly string[]>>,
) => (query: string) => readonly Found[];
