/** Medians with their spread. Pure. */

export interface Measured {
  readonly median: number;
  /** Half the distance between the quartiles. */
  readonly spread: number;
}

const quantile = (sorted: readonly number[], share: number): number => {
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
  return low + (high - low) * (at % 1);
};

export const measured = (values: readonly number[]): Measured => {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), spread: (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 2 };
};

/** The items one after the other, every second round in reverse, so that a drift meets all alike. */
export function* alternating<Each>(items: readonly Each[], rounds: number): Generator<Each> {
  for (let round = 0; round < rounds; round++) yield* round % 2 === 0 ? items : items.toReversed();
}
