// How the search finds what a reader asks for: in the browser, and in Node for agents and tests (search.ts). Its types
// stand in query.d.ts.

/** Words that say nothing of what is asked for. */
const FILLERS = new Set(
  (
    'a about all an and any are as at be by can could do does for from get gets give had has have how i if in into is ' +
    'it its make me my need of on one or our should so some than that the their them then there these they this ' +
    'to use using want we what when where which who why will with without would you your'
  ).split(' '),
);

/** `hoursOfOperations.day` is found by each of its words. */
const tokensOf = (text) => text.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).concat(text.split(/[^\p{L}\p{N}]+/u));

const allWordsOf = (text) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}&._-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

/** The words of a query, in lower case, without those that say nothing; all of them if none is left. */
const wordsOf = (query) => {
  const words = allWordsOf(query);
  const meaningful = words.filter((word) => !FILLERS.has(word));
  return meaningful.length > 0 ? meaningful : words;
};

/** One form for one and many: `locations` asks for what `location` asks for. */
const singular = (word) => (/[^su]s$/.test(word) ? word.slice(0, -1) : word);

/**
 * What is looked for: the query itself, and of each name that it holds the reference's words, in the place of the name and
 * alone, and of all names together. A name of several words may stand in another order (`answers of a survey`); those of a longer name are not taken
 * for a shorter one.
 */
const variantsOf = (query, names) => {
  const words = wordsOf(query);
  const forms = new Set(words.map(singular));
  const held = names.filter(({ run }) => run.isSubsetOf(forms));
  const longest = held.filter(
    ({ run }) => !held.some((other) => other.run.size > run.size && run.isSubsetOf(other.run)),
  );
  return [
    { words, weight: 1 },
    ...(longest.length > 1
      ? [{ words: longest.flatMap(({ meanings: [first] }) => allWordsOf(first)), weight: 1.15, isMeant: true }]
      : []),
    ...longest.flatMap(({ run, meanings }) => {
      const others = words.filter((word) => !run.has(singular(word)));
      return meanings.flatMap((meaning) => [
        { words: [...allWordsOf(meaning), ...others], weight: 0.9, isMeant: true },
        { words: allWordsOf(meaning), weight: 0.65 + (0.6 * run.size) / words.length, isMeant: true },
      ]);
    }),
  ];
};

const KINDS = { operation: 4, page: 2.5, error: 3 };

/** What a place adds to the score of its words: a field lies behind what has it, the deeper the farther. */
const boostOf = ([kind, title]) => KINDS[kind] ?? 1 / title.split('.').length;

/** How much more than others what is asked for by its very name scores, and how it stands to what synonyms mean. */
const EXACT = 3;
const NAMED = 1.3;

const formsIn = (text) => new Set(wordsOf(tokensOf(text).join(' ')).map(singular));

/**
 * What is asked for by its own name comes first: all words of its title stand in the query, or all of the query's in it.
 * An error has its message for a name too, where enough of it is asked for.
 */
const nameBoost = ([kind, title, context], terms) => {
  const asked = new Set(terms.map(singular));
  const named = formsIn(title);
  const [isHeld, holds] = [named.isSubsetOf(asked), asked.isSubsetOf(named)];
  const isMessage = kind === 'error' && asked.size > 2 && asked.isSubsetOf(formsIn(context));
  if (isMessage || (isHeld && (holds || /^\d+$/.test(title)))) return EXACT;
  return isHeld || holds ? 1.5 : 1;
};

/** Between equals, what a reader can call comes before what it takes, and that before what it answers. */
const orderOf = ([kind, , , href]) => (kind !== 'field' ? 1 : href.includes(':reply') ? 0.9 : 0.95);

/** Of the best score; what has less has next to nothing to do with the question. */
const LEAST = 0.12;

/** The reference's own words are all in what they mean, and paths hold them by chance. */
const MEANT = { combineWith: 'AND', fuzzy: false, fields: ['title', 'words'] };

export const searchEngine = (Index, rows, synonyms) => {
  const index = new Index({
    fields: ['title', 'context', 'words'],
    tokenize: tokensOf,
    searchOptions: {
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (/\d/.test(term) || term.length < 5 ? false : 0.15),
      boost: { title: 6, context: 0.5 },
      boostDocument: (id) => boostOf(rows[id]),
    },
  });
  index.addAll(rows.map(([, title, context, , words], id) => ({ id, title, context, words })));
  const names = Object.entries(synonyms).map(([name, meanings]) => ({
    run: new Set(wordsOf(name).map(singular)),
    meanings,
  }));

  /** How well a place answers one variant: 1 is the best of its places, if it has all words. */
  const scoresOf = ({ words, weight, isMeant }) => {
    const terms = [...new Set(words.flatMap(tokensOf).filter(Boolean))];
    const found = index.search(words.join(' '), isMeant ? MEANT : {}).map(({ id, score, queryTerms }) => {
      const own = nameBoost(rows[id], terms);
      // A code is all that is asked for, whatever else is said of it.
      const covered = own === EXACT ? 1 : new Set(queryTerms).size / terms.length;
      return { id, covered, score: score * own, isNamed: own === EXACT && !isMeant };
    });
    const most = Math.max(...found.map(({ score, covered }) => score * covered));
    // What has this very name comes before what a synonym stands for.
    return found.map(({ id, covered, score, isNamed }) => [
      id,
      (isNamed ? NAMED : weight) * covered ** 2 * (score / most),
    ]);
  };

  return (query) => {
    const variants = variantsOf(query, names);
    if (variants[0].words.length === 0) return [];
    const scores = new Map();
    for (const [id, score] of variants.flatMap(scoresOf)) {
      const own = score * orderOf(rows[id]);
      scores.set(id, Math.max(scores.get(id) ?? 0, own));
    }
    const ranked = [...scores].sort(([a, one], [b, other]) => other - one || a - b);
    return ranked.filter(([, score]) => score >= LEAST * ranked[0][1]).map(([id]) => rows[id]);
  };
};
