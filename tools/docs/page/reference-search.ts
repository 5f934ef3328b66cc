/** The search of the reference: every place that it finds, and the search itself for tools that run in Node. */
import MiniSearch from 'minisearch';
import { allOperations } from '../../../lib/operations.ts';
import { freshDocument } from '../document.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type Described, describeOperation } from './describe.ts';
import { fileOfTag } from './links.ts';
import { type Prose, prosePages } from './prose.ts';
import { searchEngine } from './query.js';
import { type Found, foundOfErrors, foundOfHeadings, foundOfOperation, foundOfPage } from './search.ts';
import { synonyms } from './synonyms.ts';

/**
 * Every place of the reference that the search finds.
 *
 * @param prose - the pages of prose
 * @param operations - what the pages say of each operation
 */
export const searchRows = (prose: readonly Prose[], operations: readonly Described[]): readonly Found[] => [
  ...operations.flatMap((each) => foundOfOperation(each, fileOfTag(each.operation.tag))),
  ...foundOfErrors(),
  ...prose.flatMap(({ html, title, file }) => [
    ...foundOfPage(html, title, file),
    ...foundOfHeadings(html, title, file),
  ]),
];

/**
 * Loads the search of the reference, as the pages have it.
 *
 * @param document - the OpenAPI document; that of this working copy if left out
 * @returns what finds a question in words: places of the reference, the best first, operations ahead of their fields
 */
export const referenceSearch = async (document?: OpenApiDocument): Promise<(query: string) => readonly Found[]> => {
  const shown = document ?? (await freshDocument());
  const operations = allOperations.map((operation) => describeOperation(operation, shown));
  return searchEngine(MiniSearch, searchRows(await prosePages(shown), operations), synonyms);
};
