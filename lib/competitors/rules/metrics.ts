/** Metrics of competitor locations from their counts. Pure. */
import { oneDecimal } from '../../contract/one-decimal.ts';
import { byRating, countOf, type Rated } from '../../contract/rated.ts';

/** What a competitor location counts. */
export interface CompetitorCounts {
  readonly reviews: readonly Rated[];
  /** Reviews with a response, by source. */
  readonly responded: ReadonlyMap<string, number>;
}

export interface Metrics {
  readonly overallRating: number | null;
  readonly reviewCount: number;
  readonly ratings: readonly { readonly rating: number; readonly reviewCount: number }[];
  readonly responseRate: number | null;
}

/** @param sources - only their reviews; all if left out */
export const metricsOf = (
  { reviews, responded }: CompetitorCounts,
  sources: ReadonlySet<string> | undefined,
): Metrics => {
  const isChosen = (alias: string) => sources?.has(alias) ?? true;
  const rated = reviews.filter(({ sourceAlias }) => isChosen(sourceAlias));
  const reviewCount = countOf(rated);
  const sum = rated.reduce((all, { rating, count }) => all + rating * count, 0);
  const answered = [...responded].reduce((all, [alias, count]) => all + (isChosen(alias) ? count : 0), 0);
  const mean = reviewCount === 0 ? null : sum / reviewCount;
  return {
    overallRating: mean === null ? null : oneDecimal(mean),
    reviewCount,
    ratings: byRating(rated),
    responseRate: reviewCount === 0 ? null : oneDecimal((100 * answered) / reviewCount),
  };
};

/** The lowest mean first, or the highest; those without one last in both; equal ones by number. */
export const inOrderOfRating =
  (highestFirst: boolean) =>
  <Each extends { readonly overallRating: number | null; readonly compAccountId: number }>(
    a: Each,
    b: Each,
  ): number => {
    if (a.overallRating === null || b.overallRating === null)
      return Number(a.overallRating === null) - Number(b.overallRating === null) || a.compAccountId - b.compAccountId;
    const difference = a.overallRating - b.overallRating;
    return (highestFirst ? -difference : difference) || a.compAccountId - b.compAccountId;
  };
