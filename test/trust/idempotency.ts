/**
 * Idempotency keys: each step of a write under a key is lost in turn, before and after it took effect, or its process is
 * killed there; and many requests come at once. A key executes once.
 */
import { type Lane, type SandboxRig, startSandboxRig } from './freeze-rig.ts';
import { type Extent, extentOf, grownBy, isTimes, play, repeated, type Scenario, WAYS } from './idempotency-steps.ts';
import { keyedWrites, type Write } from './idempotency-writes.ts';
import type { Findings, Part, Trial } from './part.ts';
import { randomAt } from './random.ts';

const AT_ONCE = 60;

/** Many requests under one key at once, from several processes; those that are answered 503 come again. */
const playAtOnce = async (
  { table }: SandboxRig,
  lanes: readonly Lane[],
  write: Write,
  { value, once }: { readonly value: string; readonly once: Extent },
): Promise<string[]> => {
  const before = await extentOf(table);
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      repeated(() => lanes[index % lanes.length]!.invoke(write, value)).then(({ status, body }) => `${status} ${body}`),
    ),
  );
  const grown = grownBy(before, await extentOf(table));
  const distinct = new Set(answers);
  return [
    ...(isTimes(grown, 1, once) ? [] : [`${write.text}, ${AT_ONCE} at once: made ${JSON.stringify(grown)}`]),
    ...(distinct.size === 1 && answers[0]?.startsWith('200 ')
      ? []
      : [`${write.text}, ${AT_ONCE} at once: ${distinct.size} answers: ${[...distinct].join('; ').slice(0, 400)}`]),
  ];
};

const sizes = {
  short: { scenarios: 12, rounds: 1, processes: 2 },
  full: { scenarios: Number.POSITIVE_INFINITY, rounds: 20, processes: 6 },
} as const;

const run = async (trial: Trial): Promise<Findings> => {
  const { scenarios: most, rounds, processes } = sizes[trial.size];
  const rig = await startSandboxRig(trial);
  const failures: string[] = [];
  let number = 0;
  const fresh = () => `key-${number++}`;
  try {
    const lanes = await Promise.all(Array.from({ length: processes }, () => rig.lane()));
    const lane = lanes[0]!;
    const random = randomAt(trial.seed, 0);
    const all: Scenario[] = [];
    const onceOf = new Map<Write, Extent>();
    for (const write of keyedWrites) {
      // The example itself may change more than it does from then on.
      await lane.invoke(write, fresh());
      const before = await extentOf(rig.table);
      const { status, body } = await lane.invoke(write, fresh());
      const once = grownBy(before, await extentOf(rig.table));
      if (status !== 200 || once.versions === 0) throw new Error(`${write.text} does not write: ${status} ${body}`);
      onceOf.set(write, once);
      for (let step = 1; step <= lane.calls(); step++) {
        for (const way of WAYS) for (const between of [false, true]) all.push({ write, step, way, between });
      }
    }
    const order = all.map((scenario) => ({ scenario, at: random.below(1_000_000) })).sort((a, b) => a.at - b.at);
    const chosen = order.slice(0, most).map(({ scenario }) => scenario);
    trial.say(`${chosen.length} of ${all.length} ways to lose a step of ${keyedWrites.length} writes`);
    for (const scenario of chosen) {
      failures.push(...(await play(rig, lane, scenario, { value: fresh(), once: onceOf.get(scenario.write)! })));
    }
    for (let round = 0; round < rounds; round++) {
      for (const write of keyedWrites) {
        failures.push(...(await playAtOnce(rig, lanes, write, { value: fresh(), once: onceOf.get(write)! })));
      }
    }
    return {
      tried: `${chosen.length} of ${all.length} ways to lose a step of ${keyedWrites.length} writes under a key: each call before and after it took effect, once and at each try, or the process killed there; ${rounds * keyedWrites.length} times ${AT_ONCE} requests under one key at once, in ${processes} processes`,
      found: `${failures.length === 0 ? 'each key was executed once, and its repetitions were answered alike' : `${failures.length} answers or records are wrong`}`,
      failures,
    };
  } finally {
    await rig.close();
  }
};

export const idempotency: Part = {
  name: 'idempotency',
  promise: 'A key executes once, whichever step is lost or cut off, and however many requests come at once',
  run,
};
