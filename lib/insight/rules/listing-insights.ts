/** Insights of listings as sums, and what reports say of them. Pure. */
import type { Sums } from '../../dynamodb/stream/change.ts';
import type { ListingInsight } from '../repository/insight.ts';
import { RECORDS, withoutZeros } from './sums.ts';

type ViewMode = 'mobile' | 'desktop';

/** The figures of a day, by the last letter of the attribute of a count: where they are, and where a report adds them. */
const FIGURES: readonly {
  readonly letter: string;
  readonly of: (insight: ListingInsight) => number | undefined;
  readonly total: string;
  readonly mode?: ViewMode;
}[] = [
  { letter: 'a', of: ({ alpha }) => alpha?.mapViews?.mobile, total: 'mapViewTotalCount', mode: 'mobile' },
  { letter: 'b', of: ({ alpha }) => alpha?.mapViews?.desktop, total: 'mapViewTotalCount', mode: 'desktop' },
  { letter: 'c', of: ({ alpha }) => alpha?.searchViews?.mobile, total: 'searchViewTotalCount', mode: 'mobile' },
  { letter: 'd', of: ({ alpha }) => alpha?.searchViews?.desktop, total: 'searchViewTotalCount', mode: 'desktop' },
  { letter: 'e', of: ({ alpha }) => alpha?.websiteVisits, total: 'websiteVisitsTotalCount' },
  { letter: 'f', of: ({ alpha }) => alpha?.directions, total: 'getDirectionsTotalCount' },
  { letter: 'g', of: ({ alpha }) => alpha?.calls, total: 'callsTotalCount' },
  { letter: 'h', of: ({ beta }) => beta?.usersReached, total: 'usersReachedTotalCount' },
  { letter: 'i', of: ({ beta }) => beta?.usersEngaged, total: 'usersEngagedTotalCount' },
  { letter: 'j', of: ({ gamma }) => gamma?.impressions, total: 'impressionCountTotalCount' },
  { letter: 'k', of: ({ gamma }) => gamma?.websiteVisits, total: 'gammaWebsiteVisitsTotalCount' },
  { letter: 'l', of: ({ gamma }) => gamma?.directions, total: 'gammaDirectionsTotalCount' },
  { letter: 'm', of: ({ gamma }) => gamma?.calls, total: 'gammaCallsTotalCount' },
];

/** `Ia` map views on mobile devices, and so on. */
export const sumsOfInsight = (insight: ListingInsight): Sums =>
  withoutZeros({
    [RECORDS]: 1,
    ...Object.fromEntries(FIGURES.map(({ letter, of }) => [`I${letter}`, of(insight) ?? 0])),
  });

/** Adds up the sums of days and months. @param modes - of which views; all if empty */
export const insightTotals = (modes: ReadonlySet<string>) => {
  const chosen = FIGURES.filter(({ mode }) => mode === undefined || modes.size === 0 || modes.has(mode));
  const sums: Record<string, number> = Object.fromEntries(FIGURES.map(({ total }) => [total, 0]));
  return {
    add: (counted: Sums): void => {
      for (const { letter, total } of chosen) sums[total]! += Number(counted[`I${letter}`] ?? 0);
    },
    found: (): Readonly<Record<string, number>> => sums,
  };
};
