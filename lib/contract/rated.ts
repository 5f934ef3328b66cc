/** How good some reviews are, from their counts. Pure. */
import { oneDecimal } from './one-decimal.ts';

/** Reviews of one source and rating. */
export interface Rated {
  readonly sourceAlias: string;
  readonly rating: number;
  readonly count: number;
}

/** How many reviews there are. */
export const countOf = (rated: readonly Rated[]): number => rated.reduce((sum, { count }) => sum + count, 0);

/** The number of reviews of each rating, the best one first. */
export const byRating = (
  rated: readonly Rated[],
): readonly { readonly rating: number; readonly reviewCount: number }[] =>
  [...Map.groupBy(rated, ({ rating }) => rating)]
    .toSorted(([a], [b]) => b - a)
    .map(([rating, some]) => ({ rating, reviewCount: countOf(some) }));

/** The number of reviews, and their average to one decimal; 0 without any. */
export const average = (rated: readonly Rated[]): { readonly reviewCount: number; readonly avgRating: number } => {
  const reviewCount = countOf(rated);
  const sum = rated.reduce((all, { rating, count }) => all + rating * count, 0);
  return { reviewCount, avgRating: reviewCount === 0 ? 0 : oneDecimal(sum / reviewCount) };
};
