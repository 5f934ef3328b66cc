/** Searches for the body of a legal size that costs most. */
import { describeShape, fillers, placesOf, type Shape } from './costly-bodies.ts';
import { type Measure, withBodies } from './costly-measure.ts';
import type { Trial } from './part.ts';
import { type Random, randomAt } from './random.ts';

const LEGAL_BYTES = 1_048_576;

/** The share of the fillers that is tried at each kind of place. */
const SHARE = { short: 0.05, full: 1 } as const;

/** The fillers at one place of each kind: which place, and whether every violation is asked for, follows from the seed. */
const sampleOf = (trial: Trial): Shape[] => {
  const { seed, size } = trial;
  return withBodies(trial).flatMap((operation) =>
    [...Map.groupBy(placesOf(operation.request), ({ kind }) => kind).values()].flatMap((alike, kind) =>
      Object.keys(fillers).flatMap((filler, index) => {
        const random = randomAt(seed, kind * 1000 + index);
        if (!random.chance(SHARE[size])) return [];
        return { operation, fillings: [{ path: random.pick(alike).path, filler }], all: random.chance(0.3) };
      }),
    ),
  );
};

/** The same shape with one thing about it changed. */
const neighbour = (shape: Shape, random: Random): Shape => {
  const filling = {
    path: random.pick(placesOf(shape.operation.request)).path,
    filler: random.pick(Object.keys(fillers)),
  };
  const at = random.below(shape.fillings.length);
  const others = shape.fillings.filter((_, index) => index !== at);
  switch (random.below(5)) {
    case 0:
      return { ...shape, all: !shape.all };
    case 1:
      return { ...shape, fillings: [...others, { ...shape.fillings[at]!, filler: filling.filler }] };
    case 2:
      return { ...shape, fillings: [...others, { ...shape.fillings[at]!, path: filling.path }] };
    case 3:
      return others.length > 0 ? { ...shape, fillings: others } : { ...shape, fillings: [filling] };
    default:
      return { ...shape, fillings: [...shape.fillings, filling] };
  }
};

interface Measured {
  readonly shape: Shape;
  readonly cost: number;
}

const costliest = (measured: readonly Measured[], count: number) =>
  measured.toSorted((a, b) => b.cost - a.cost).slice(0, count);

const STARTS = 6;
const STEPS = 40;
/** So many are measured again, this often, and checked by the most that each took. */
const LIKELY = 300;
const WORST = 30;
export const RUNS = 20;

/**
 * Tries every filler at every kind of place, then climbs from the worst.
 *
 * @param check - measures those that are the worst, many times each
 */
export const searchAll = async (
  trial: Trial,
  measure: Measure,
  check: Measure,
): Promise<{ tried: number; worst: Measured[] }> => {
  const { say, seed } = trial;
  const measured: Measured[] = [];
  for (const shape of sampleOf(trial)) measured.push({ shape, cost: (await measure(shape, LEGAL_BYTES, 1)).least });
  for (const { id } of withBodies(trial)) {
    const [worst] = costliest(
      measured.filter(({ shape }) => shape.operation.id === id),
      1,
    );
    say(`${id}: ${worst!.cost.toFixed(0)} ms for ${describeShape(worst!.shape)}`);
  }
  const starts = costliest(measured, STARTS);
  for (const [index, { shape: first }] of starts.entries()) {
    // Measured once it was partly noise.
    const start = { shape: first, cost: (await measure(first, LEGAL_BYTES, 3)).least };
    let best: Measured = start;
    for (let step = 0; step < STEPS; step++) {
      const shape = neighbour(best.shape, randomAt(seed, index * STEPS + step));
      const next = { shape, cost: (await measure(shape, LEGAL_BYTES, 3)).least };
      measured.push(next);
      if (next.cost > best.cost) best = next;
    }
    say(`climbed from ${start.cost.toFixed(0)} to ${best.cost.toFixed(0)} ms: ${describeShape(best.shape)}`);
  }
  // What was measured once may be dear by chance: three runs choose whom twenty check.
  const likely: Measured[] = [];
  for (const { shape } of costliest(measured, LIKELY))
    likely.push({ shape, cost: (await measure(shape, LEGAL_BYTES, 3)).least });
  const worst: Measured[] = [];
  for (const { shape } of costliest(likely, WORST)) {
    const { least, most } = await check(shape, LEGAL_BYTES, RUNS);
    say(`${least.toFixed(0)} to ${most.toFixed(0)} ms: ${describeShape(shape)}`);
    worst.push({ shape, cost: most });
  }
  return { tried: measured.length, worst: costliest(worst, worst.length) };
};

const SMALL_BYTES = 16 * 1024;
const GROWTH = 4;
/** Four times the bytes may cost four times as much, and the noise of a busy machine; a square would be sixteen. */
const MOST_GROWTH = 10;
/** Four to ten times what a body of the larger size costs: less is noise, and no danger. */
const LEAST_MILLISECONDS = 12;

/** Whether a shape costs much more than in proportion; asked again before it is believed. */
const growsTooFast = async (measure: Measure, shape: Shape): Promise<string | undefined> => {
  let seen = '';
  for (let attempt = 0; attempt < 4; attempt++) {
    const { least: large } = await measure(shape, SMALL_BYTES * GROWTH, attempt + 1);
    if (large < LEAST_MILLISECONDS) return undefined;
    const { least: small } = await measure(shape, SMALL_BYTES, 5);
    if (attempt > 0 && large <= MOST_GROWTH * small) return undefined;
    seen = `${small.toFixed(1)} ms for ${SMALL_BYTES} bytes, ${large.toFixed(1)} for ${GROWTH} times as many`;
  }
  return `${describeShape(shape)}: ${seen}`;
};

/** Growth is checked and no time: `npm test` runs on machines that do much else. */
export const searchSome = async (trial: Trial, measure: Measure) => {
  const shapes = sampleOf(trial);
  const failures: string[] = [];
  for (const shape of shapes) {
    const failure = await growsTooFast(measure, shape);
    if (failure) failures.push(failure);
  }
  return { tried: shapes.length, failures };
};
