/** Seeds of simulated schedules. */

/** So many seeds from one on. */
export const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);
