/**
 * `npm run bench -- --against DIRECTORY`: this checkout's functions next to those of another one (`git worktree add`, `npm ci`),
 * in turn, each in processes of its own: before and after a change, as ratios of one run.
 */
import type { Variant } from './builds.ts';
import { EMPTY, jobsIn, type Samples } from './jobs.ts';
import { measured } from './statistics.ts';

/** How often each is measured, cold and warm, and with how many requests. */
export interface AgainstPlan {
  readonly cold: number;
  readonly warm: number;
  readonly warmUp: number;
  readonly rounds: number;
}

/** A line of the comparison: medians of both, what an empty handler takes left out, and the first by the second. */
const compare = <Result>(name: string, results: Samples<Result>, figure: (result: Result) => number): string => {
  const medianOf = (id: string) => measured((results.get(id) ?? []).map(figure)).median;
  const floor = results.has(EMPTY.id) ? medianOf(EMPTY.id) : 0;
  const [ours, other] = [medianOf('ours') - floor, medianOf('other') - floor];
  return `${name.padEnd(44)} ${ours.toFixed(1).padStart(9)} ${other.toFixed(1).padStart(9)} ${(ours / other).toFixed(2).padStart(6)}`;
};

/**
 * @param variants - of this checkout and the other one (`buildBoth`)
 * @param items - DynamoDB's, which the stub inside the process answers with
 * @returns lines of a table
 */
export const measureAgainst = async (
  directory: string,
  endpoint: string,
  variants: readonly [Variant, Variant],
  items: readonly unknown[],
  plan: AgainstPlan,
): Promise<readonly string[]> => {
  const jobs = jobsIn(directory, [EMPTY, ...variants]);
  const lines = [`${''.padEnd(44)} ${'here'.padStart(9)} ${'there'.padStart(9)} ${'ratio'.padStart(6)}`];
  const [ours, other] = variants;
  lines.push(
    `${'update business: bundle, kB'.padEnd(44)} ${[ours.bytes / 1000, other.bytes / 1000].map((kB) => kB.toFixed(1).padStart(9)).join(' ')} ${(ours.bytes / other.bytes).toFixed(2).padStart(6)}`,
  );
  for (const operation of ['updateBusiness', 'getContact'] as const) {
    const cold = await jobs.cold(operation, endpoint, plan.cold);
    lines.push(compare(`${operation}: cold start to first answer, ms`, cold, ({ at, began }) => at - began));
    const { rounds, warmUp } = plan;
    const warm = await jobs.warm({ operation, endpoint, rounds, warmUp, repeats: plan.warm, items });
    lines.push(compare(`${operation}: warm CPU, µs a request`, warm, ({ cpu }) => cpu));
  }
  return lines;
};
