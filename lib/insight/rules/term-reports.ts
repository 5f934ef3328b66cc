/** What reviews say, by category and by keyword. Pure. */
import { type TermKeyword, termCategories, termKeywords } from '../../catalog/term-files.ts';
import { oneDecimal, oneDecimalOrNull } from '../../contract/one-decimal.ts';
import { gradeOf, type Polarities, type TermTotals, termScore } from './terms.ts';

/** Who the reviews are of: the number of the request, or a competitor. */
export interface Entity {
  readonly id: number;
  readonly name: string;
  readonly counted: TermTotals;
}

const addUp = (mentions: readonly Polarities[]): Polarities => ({
  all: mentions.reduce((sum, { all }) => sum + all, 0),
  positive: mentions.reduce((sum, { positive }) => sum + positive, 0),
  negative: mentions.reduce((sum, { negative }) => sum + negative, 0),
});

const keywordsByCategory = Map.groupBy(termKeywords, ({ catId }) => catId);

const categoryStats = ({ id, counted }: Entity, catId: number) => {
  const mentions = addUp(
    (keywordsByCategory.get(catId) ?? []).flatMap((keyword) => counted.keywords.get(keyword.id) ?? []),
  );
  const score = termScore(mentions);
  return {
    entId: id,
    ct: mentions.all,
    pCt: mentions.positive,
    nCt: mentions.negative,
    avgScr: oneDecimalOrNull(score),
    grade: score === null ? null : gradeOf(score),
  };
};

/** @param entities - the number of the request first, then competitors */
export const categoryReport = (entities: readonly Entity[]) => ({
  entities: entities.map(({ id, name, counted: { reviews } }, index) => ({
    entId: id,
    entName: name,
    competitor: index > 0,
    reviews: reviews.all,
    positive: reviews.positive,
    neutral: reviews.all - reviews.positive - reviews.negative,
    negative: reviews.negative,
    avgScr: oneDecimalOrNull(termScore(reviews)),
  })),
  cats: termCategories.map(({ catId, catName }) => ({
    catId,
    catName,
    catStats: entities.map((entity) => categoryStats(entity, catId)),
  })),
});

export interface KeywordChoice {
  readonly topKW: number;
  readonly orderBy: 'occurrence' | 'atoz' | 'ztoa';
  /** 1 for keywords of praise, -1 for those of blame, 0 for all. */
  readonly sentiment: number;
}

interface Mentioned extends TermKeyword {
  readonly mentions: Polarities;
}

const byName = (a: Mentioned, b: Mentioned): number => (a.keyword < b.keyword ? -1 : Number(a.keyword > b.keyword));

const ORDERS: Readonly<Record<KeywordChoice['orderBy'], (a: Mentioned, b: Mentioned) => number>> = {
  occurrence: (a, b) => b.mentions.all - a.mentions.all || byName(a, b),
  atoz: byName,
  ztoa: (a, b) => byName(b, a),
};

const keywordsOf = ({ reviews, keywords }: TermTotals, { topKW, orderBy, sentiment }: KeywordChoice) =>
  termKeywords
    .flatMap((keyword) => {
      const mentions = keywords.get(keyword.id);
      return mentions && mentions.all > 0 ? [{ ...keyword, mentions }] : [];
    })
    .filter(({ mentions }) => sentiment === 0 || Math.sign(mentions.positive - mentions.negative) === sentiment)
    .toSorted(ORDERS[orderBy])
    .slice(0, topKW)
    .map(({ keyword, catId, mentions }) => ({
      keyword,
      catId,
      ct: mentions.all,
      pCt: mentions.positive,
      nCt: mentions.negative,
      prct: oneDecimal((100 * mentions.all) / reviews.all),
      avgScr: oneDecimal(termScore(mentions)!),
    }));

/** @param entities - the number of the request first, then competitors */
export const keywordReport = (entities: readonly Entity[], choice: KeywordChoice) => {
  const [own, ...competitors] = entities.map(({ id, name, counted }) => ({
    id,
    name,
    reviews: counted.reviews.all,
    keywords: keywordsOf(counted, choice),
  }));
  return { ...own!, competitors };
};
