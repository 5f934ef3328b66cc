/** What each report's chart shows, from its reply. Pure. */
import type { ChartedId } from './requests.ts';

/** A colour: from praise (1) by neither (3) to blame (5). */
export type Tone = 1 | 2 | 3 | 4 | 5;

export interface Series {
  readonly name: string;
  readonly tone: Tone;
}

/** A bar or a column: what its parts are, in the order of the series, and what is written at its end. */
export interface Row {
  readonly label: string;
  /** What distinguishes it from others of the label. */
  readonly of?: string;
  readonly values: readonly number[];
  readonly note: string;
}

export interface Chart {
  /** `columns` for periods. */
  readonly kind: 'bars' | 'columns';
  readonly series: readonly Series[];
  readonly rows: readonly Row[];
}

interface Rated {
  readonly label: string;
  readonly name: string;
  readonly reviews: number;
  readonly averageRating: number | null;
  readonly ratings: readonly { readonly rating: number; readonly reviewCount: number }[];
}
interface Mentions {
  readonly ct: number;
  readonly pCt: number;
  readonly nCt: number;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** @param label - MM/DD/YYYY */
const monthOf = (label: string): string => MONTHS[Number(label.slice(0, 2)) - 1]!;

const POLARITIES: readonly Series[] = [
  { name: 'positive', tone: 1 },
  { name: 'neutral', tone: 3 },
  { name: 'negative', tone: 5 },
];
const polarities = ({ ct, pCt, nCt }: Mentions) => [pCt, ct - pCt - nCt, nCt];

const STARS = [5, 4, 3, 2, 1] as const;
const RATINGS: readonly Series[] = STARS.map((stars) => ({ name: `rating ${stars}`, tone: (6 - stars) as Tone }));
const byRating = ({ ratings }: Rated) =>
  STARS.map((stars) => ratings.find(({ rating }) => rating === stars)?.reviewCount ?? 0);

// biome-ignore lint/suspicious/noExplicitAny: replies of eight shapes, which the contracts hold
type Reply = any;

/** By the operation's id. */
export const charts: Readonly<Record<ChartedId, (reply: Reply) => Chart>> = {
  locationStatus: (reply) => ({
    kind: 'bars',
    series: [{ name: 'sites', tone: 1 }],
    rows: [
      ['Synced', 'synced'],
      ['Submitted', 'submitted'],
      ['Action Required', 'needUpdates'],
      ['Opted out', 'optedOut'],
      ['Connect', 'notConnected'],
    ].map(([label = '', name]) => ({
      label,
      values: [reply[`${name}Count`]],
      note: `${reply[`${name}Count`]} (${reply[`${name}Percentage`]})`,
    })),
  }),
  listingInsights: ({ dataPoints }) => ({
    kind: 'columns',
    series: [{ name: 'views', tone: 1 }],
    rows: dataPoints.map((point: Reply) => ({
      label: point.label.slice(-2),
      values: [point.searchViewTotalCount],
      note: String(point.searchViewTotalCount),
    })),
  }),
  reviewsOverTime: ({ dataPoints }) => ({
    kind: 'columns',
    series: RATINGS,
    rows: dataPoints.map((point: Rated) => ({
      label: monthOf(point.label),
      values: byRating(point),
      note: String(point.reviews),
    })),
  }),
  reviewsByLocation: ({ dataPoints }) => ({
    kind: 'bars',
    series: RATINGS,
    rows: dataPoints.map((point: Rated) => ({
      label: point.name,
      values: byRating(point),
      note: point.averageRating === null ? '0' : `${point.reviews}, average ${point.averageRating}`,
    })),
  }),
  npsOverTime: ({ dataPoints }) => ({
    kind: 'columns',
    series: [
      { name: 'promoters', tone: 1 },
      { name: 'passives', tone: 3 },
      { name: 'detractors', tone: 5 },
    ],
    rows: dataPoints.map((point: Reply) => ({
      label: monthOf(point.label),
      values: [point.promoters, point.passives, point.detractors],
      note: point.nps === null ? '' : String(point.nps),
    })),
  }),
  reviewCategories: ({ entities, cats }) => ({
    kind: 'bars',
    series: POLARITIES,
    rows: cats.flatMap(({ catName, catStats }: Reply) =>
      catStats.flatMap((stats: Reply, index: number) =>
        catStats.some(({ ct }: Mentions) => ct > 0)
          ? [
              {
                label: catName,
                of: entities[index].entName,
                values: polarities(stats),
                note: stats.ct > 0 ? `${stats.ct}, ${stats.grade}` : '0',
              },
            ]
          : [],
      ),
    ),
  }),
  reviewKeywords: ({ keywords }) => ({
    kind: 'bars',
    series: POLARITIES,
    rows: keywords.map((each: Reply) => ({
      label: each.keyword,
      values: polarities(each),
      note: `${each.ct}, ${each.prct} %`,
    })),
  }),
  searchAiCitations: ({ visibility }) => ({
    kind: 'bars',
    series: [
      { name: 'name the brand', tone: 1 },
      { name: 'do not', tone: 3 },
    ],
    rows: visibility.map(({ aiModel, answers, present, share }: Reply) => ({
      label: aiModel,
      values: [present, answers - present],
      note: `${present} of ${answers}, ${share} %`,
    })),
  }),
};
