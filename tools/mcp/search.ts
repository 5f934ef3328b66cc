/** Finds operations by a question in plain English, by the same words as the search of the reference page. Pure. */
import MiniSearch from 'minisearch';
import type { Operation } from '../../lib/contract/cases.ts';
import { tags } from '../docs/openapi/texts.ts';
import { searchEngine } from '../docs/page/query.js';
import { foundOfOperation } from '../docs/page/search.ts';
import { synonyms } from '../docs/page/synonyms.ts';
import type { Described } from './described.ts';
import { isWrite } from './effects.ts';

/** Finds the operations that fit a question, the best first; of one group only, if `tag` names it. */
export type Search = (query: string, tag?: string) => readonly Operation[];

/** Words of a question that say nothing about what is looked for. */
const EMPTY_WORDS = new Set(
  'a about all am an and any are as at be been by can could did do does for from had has have how i in into is it its let many me much my now of on or our should that the their them then there these they this those to was we were what when where which who whose will with would you your'.split(
    ' ',
  ),
);

/** A question is answered by an operation that reads; a command rather not. */
const QUESTION =
  /^\s*(?:what|which|who|whom|whose|how|when|where|why|is|are|was|were|do|does|did|has|have|can|find|list|show)\b/i;
const READ_BOOST = 1.6;

const separateWords = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** `hoursOfOperations` and `opt-out` are found by each of their words. */
const wordsOf = (text: string): string[] => separateWords(text).flatMap((word) => word.split(/(?<=\p{Ll})(?=\p{Lu})/u));

/** Cuts the endings that questions and documents differ in: `opted` and `opt`, `replies` and `reply`. */
const stemOf = (word: string): string => {
  const plain = word.toLowerCase();
  if (plain.length < 4) return plain;
  const [stem] = [
    plain.replace(/ies$/, 'y'),
    plain.replace(/(?<=[a-z]{3})(?:ing|ed)$/, '').replace(/([bdgmnprt])\1$/, '$1'),
    plain.replace(/(?<![su])s$/, ''),
  ].filter((each) => each !== plain);
  return (stem ?? plain).replace(/e$/, '');
};

/** Words that nearly every operation has: they find little by themselves. */
const COMMON_WORDS = new Set(['location', 'business', 'account', 'number', 'list', 'get'].map(stemOf));

const termOf = (word: string): string | null => (EMPTY_WORDS.has(word.toLowerCase()) ? null : stemOf(word));

/** One entry of the index: an operation with the words of all that is said of it. */
const entryOf = (described: Described) => {
  const { operation } = described;
  const rows = foundOfOperation(described, '');
  const [own] = rows.filter(([kind]) => kind === 'operation');
  const fields = rows.filter(([kind]) => kind === 'field');
  return {
    id: operation.id,
    title: `${operation.summary} ${operation.id}`,
    group: `${operation.tag} ${tags.find(({ name }) => name === operation.tag)?.description ?? ''}`,
    words: `${operation.path} ${own?.[4] ?? ''}`,
    // Whoever knows a name gets all of it.
    names: [operation.id, ...fields.map(([, title]) => title)].join(' '),
    fields: fields.map(([, title]) => title).join(' '),
    said: fields.map(([, , , , words]) => words).join(' '),
  };
};

/** Ids of operations in the order in which the search of the reference finds them, or a field of theirs. */
const referenceRanking = (all: readonly Described[]): ((query: string) => readonly string[]) => {
  const rows = all.flatMap((each) => foundOfOperation(each, ''));
  const find = searchEngine(MiniSearch, rows, synonyms);
  return (query) => [...new Set(find(query).map(([, , , href]) => href.slice(1).split(/[.:]/)[0]!))];
};

/** How little the first place of a ranking is ahead of the second. */
const EVENNESS = 3;

/** Joins rankings: what stands high in one of them stands high, and higher where it does in both. */
const joined = (rankings: readonly (readonly string[])[]): readonly string[] => {
  const scores = new Map<string, number>();
  for (const ranking of rankings)
    for (const [index, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (EVENNESS + index));
  return [...scores].sort(([, one], [, other]) => other - one).map(([id]) => id);
};

/**
 * Creates the search. It joins two rankings: that of the reference, which knows what partners call things, and one that
 * takes a question word by word, so that none of its words has to be there.
 */
export const createSearch = (all: readonly Described[]): Search => {
  const operations = new Map(all.map(({ operation }) => [operation.id, operation]));
  const index = new MiniSearch({
    fields: ['title', 'group', 'words', 'names', 'fields', 'said'],
    tokenize: (text, field) => (field === 'names' ? separateWords(text) : wordsOf(text)),
    processTerm: termOf,
    searchOptions: {
      tokenize: (text) => [...new Set([...wordsOf(text), ...separateWords(text)])],
      // A question has words that the document lacks: the more of them an operation has, the better it fits.
      combineWith: 'OR',
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 && !/\d/.test(term) ? 0.15 : false),
      boostTerm: (term) => (COMMON_WORDS.has(term) ? 0.3 : 1),
      boost: { title: 6, group: 3, words: 3, names: 0.3, fields: 1, said: 0.5 },
    },
  });
  index.addAll(all.map(entryOf));
  const byReference = referenceRanking(all);
  return (query, tag) => {
    const isQuestion = QUESTION.test(query);
    const boostDocument = (id: string) => (isQuestion && !isWrite(operations.get(id)!) ? READ_BOOST : 1);
    const byWords = index.search(query, { boostDocument }).map(({ id }) => String(id));
    const hits = joined([byReference(query), byWords]).map((id) => operations.get(id)!);
    const found = wordsOf(query).length === 0 ? [...operations.values()] : hits;
    return found.filter((operation) => tag === undefined || operation.tag === tag);
  };
};
