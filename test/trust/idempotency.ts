/**
 * Idempotency keys: each step of a write under a key is lost in turn, before and after it took effect, or its process is
 * killed there; and many requests come at once. A key executes once.
 */
import { runs, someOf } from '../support/chosen.ts';
import { type SandboxRig, startSandboxRig, type Worker } from './freeze-rig.ts';
import { roomOf } from './idempotency-room.ts';
import {
  type Extent,
  extentOf,
  grownBy,
  isTimes,
  play,
  repeated,
  rivalOf,
  type Scenario,
  saying,
  WAYS,
} from './idempotency-steps.ts';
import { isRepeatable, keyedWrites, type Write } from './idempotency-writes.ts';
import type { Findings, Part, Trial } from './part.ts';
import { randomAt } from './random.ts';

const AT_ONCE = 60;
const RIVALS = 12;

/**
 * Many requests under one key at once, from several processes; those that are answered 503 come again. With rivals other
 * writes come between: a second execution would land on top of one.
 */
const playAtOnce = async (
  { table }: SandboxRig,
  workers: readonly Worker[],
  write: Write,
  { value, once, rivals }: { readonly value: string; readonly once: Extent; readonly rivals: number },
): Promise<string[]> => {
  const described = (text: string) => `${write.text}, ${AT_ONCE} at once with ${rivals} others: ${text}`;
  const workerAt = (index: number) => workers[index % workers.length]!;
  const before = await extentOf(table);
  const others = Array.from({ length: rivals }, (_, index) =>
    workerAt(index).invoke(rivalOf(write), `${value}-rival-${index}`),
  );
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      repeated(() => workerAt(index).invoke(write, value)).then((answer) => ({ ...answer, says: saying(answer) })),
    ),
  );
  const statuses = (await Promise.all(others)).map(({ status }) => status);
  const grown = grownBy(before, await extentOf(table));
  const distinct = new Map(answers.map(({ says, body }) => [says, body]));
  const landed = 1 + statuses.filter((status) => status === 200).length;
  // One that was answered 503 may have landed.
  const open = statuses.filter((status) => status === 503).length;
  const isDue = Array.from({ length: open + 1 }, (_, more) => landed + more).some((times) =>
    isTimes(grown, times, once),
  );
  const isAnswered = answers.every(({ status }) => status === 200) && (rivals > 0 || distinct.size === 1);
  return [
    ...(isDue ? [] : [described(`${landed} writes made ${JSON.stringify(grown)}`)]),
    ...(isAnswered ? [] : [described(`${distinct.size} answers: ${[...distinct.values()].join('; ').slice(0, 400)}`)]),
  ];
};

/** So many kinds of writes the short form plays: of those that can be done again and again, and of the others. */
const SHORT_WRITES = { repeatable: runs(2, 3), others: 1 };

const writesOf = ({ size, seed }: Trial): readonly Write[] => {
  if (size === 'full') return keyedWrites;
  const choice = { seed, salt: 'idempotency', nameOf: ({ text }: Write) => text };
  const others = keyedWrites.filter((write) => !isRepeatable(write));
  return [
    ...someOf(keyedWrites.filter(isRepeatable), SHORT_WRITES.repeatable, choice),
    ...someOf(others, SHORT_WRITES.others, choice),
  ];
};

const sizes = {
  short: { scenarios: runs(3, 5), rounds: runs(1, 2), writes: 1, processes: 2 },
  full: { scenarios: Number.POSITIVE_INFINITY, rounds: 20, writes: keyedWrites.length, processes: 6 },
} as const;

const run = async (trial: Trial): Promise<Findings> => {
  const { scenarios: most, rounds, writes, processes } = sizes[trial.size];
  const rig = await startSandboxRig(trial);
  const failures: string[] = [];
  let number = 0;
  const fresh = () => `key-${number++}`;
  try {
    const workers = await Promise.all(Array.from({ length: processes }, () => rig.worker()));
    const worker = workers[0]!;
    const makeRoom = await roomOf(rig.table);
    const random = randomAt(trial.seed, 0);
    const all: Scenario[] = [];
    const onceOf = new Map<Write, Extent>();
    /** What can't be done twice by the same body has no second execution that would show. */
    const leftOut: string[] = [];
    for (const write of writesOf(trial)) {
      // The example itself may change more than it does from then on.
      await worker.invoke(write, fresh());
      const before = await extentOf(rig.table);
      const { status, body } = await worker.invoke(write, fresh());
      const once = grownBy(before, await extentOf(rig.table));
      if (status >= 500) throw new Error(`${write.text}: ${status} ${body}`);
      if (status !== 200 || (once.versions === 0 && once.records === 0)) {
        leftOut.push(`${write.text} (${status})`);
        continue;
      }
      onceOf.set(write, once);
      for (let step = 1; step <= worker.calls(); step++) {
        for (const way of WAYS) for (const between of [false, true]) all.push({ write, step, way, between });
      }
    }
    const order = all.map((scenario) => ({ scenario, at: random.below(1_000_000) })).sort((a, b) => a.at - b.at);
    const chosen = order.slice(0, most).map(({ scenario }) => scenario);
    trial.say(`${chosen.length} of ${all.length} ways to lose a step of ${onceOf.size} writes`);
    for (const scenario of chosen) {
      await makeRoom();
      failures.push(...(await play(rig, worker, scenario, { value: fresh(), once: onceOf.get(scenario.write)! })));
    }
    for (let round = 0; round < rounds; round++) {
      for (const write of [...onceOf.keys()].slice(0, writes)) {
        const rivals = round % 2 === 0 ? 0 : RIVALS;
        await makeRoom();
        failures.push(...(await playAtOnce(rig, workers, write, { value: fresh(), once: onceOf.get(write)!, rivals })));
      }
    }
    return {
      tried: `${chosen.length} of ${all.length} ways to lose a step of ${onceOf.size} writes under a key: each call before and after it took effect, once and at each try, or the process killed there; ${rounds * Math.min(writes, onceOf.size)} times ${AT_ONCE} requests under one key at once, in ${processes} processes, half of them among ${RIVALS} other writes${leftOut.length > 0 ? `; without ${leftOut.join('; ')}` : ''}`,
      found: `${failures.length === 0 ? 'each key was executed once, and its repetitions were answered alike' : `${failures.length} answers or records are wrong`}`,
      failures,
    };
  } finally {
    await rig.close();
  }
};

export const idempotency: Part = {
  name: 'idempotency',
  promise: 'A key executes once, whichever step is lost or interrupted, and however many requests are concurrent',
  run,
};
