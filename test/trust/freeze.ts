/**
 * Given up: the store stalls past a request's deadline, or its process is frozen in the middle and thawed afterwards. Whatever
 * it was about to do, nothing more is sent.
 */
import { runs, someOf } from '../support/chosen.ts';
import { type Script, startSandboxRig, type Worker } from './freeze-rig.ts';
import { isRepeatable, keyedWrites, plainWrites, type Write } from './idempotency-writes.ts';
import type { Findings, Part, Trial } from './part.ts';
import { randomAt } from './random.ts';

/** So many kinds of writes the short form plays. */
const SHORT_WRITES = 3;

const writesOf = ({ size, seed }: Trial): readonly Write[] => {
  const all = [...plainWrites, ...keyedWrites];
  return size === 'full' ? all : someOf(all, SHORT_WRITES, { seed, salt: 'freeze', nameOf: ({ text }) => text });
};

/** A function gives up so many milliseconds before its time is over. */
const LAST_MILLISECONDS = 2000;
/** Time until the deadline: more where the call was not reached within it, on a busy machine. */
const DEADLINES_MILLISECONDS = [300, 1500, 8000];
/** Longer than any pause between two tries; nothing may reach the store within. */
const WATCHED_MILLISECONDS = 1600;

/** What a store does from a call on that stalls; a held call is done once no one waits for it. */
const STALLS = ['silent', 'held', 'throttled', 'fault', 'reset'] as const;
/**
 * Where a process is frozen at a call: before it makes the request, before it writes to the connection, when the request has
 * arrived, when it was done and the answer is under way, and when the answer asks for another try.
 */
const FREEZES = ['before', 'connected', 'arrived', 'answered', 'refused'] as const;
type How = (typeof STALLS)[number] | (typeof FREEZES)[number];

interface Scenario {
  readonly write: Write;
  readonly call: number;
  readonly how: How;
  readonly name: string;
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const isStall = (how: How): how is (typeof STALLS)[number] => (STALLS as readonly How[]).includes(how);

const stalling = (how: (typeof STALLS)[number], from: number, answered: Promise<unknown>): Script => ({
  choose: (number) => {
    if (number < from) return undefined;
    return how === 'held' ? answered.then(() => undefined) : how;
  },
});

const freezing = (how: How, at: number, freeze: () => void): Script => ({
  choose: (number) => {
    if (number !== at || (how !== 'arrived' && how !== 'refused')) return undefined;
    freeze();
    return how === 'refused' ? 'throttled' : undefined;
  },
  done: (number) => {
    if (number === at && how === 'answered') freeze();
  },
});

/** Lets all come in that was sent before: what has been written to a local connection is there. */
const arrivals = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** Plays one scenario; answers with what was wrong, or with nothing where the deadline passed before the call. */
const playWithin = async (
  worker: Worker,
  { write, call, how, name }: Scenario,
  milliseconds: number,
): Promise<string[] | undefined> => {
  const described = (text: string) => [`${write.text}, call ${call}, ${how}: ${text}`];
  const { promise: answered, resolve: release } = Promise.withResolvers<void>();
  const script = isStall(how) ? stalling(how, call, answered) : freezing(how, call, () => worker.signal('SIGSTOP'));
  const moment = how === 'before' || how === 'connected' ? { freeze: { call, moment: how } } : {};
  const deadline = Date.now() + milliseconds;
  const asked = worker.invoke(write, `${name}-${milliseconds}`, {
    script,
    end: deadline + LAST_MILLISECONDS,
    ...moment,
  });
  let before = 0;
  if (!isStall(how)) {
    // The deadline passes while the process stands still.
    await pause(deadline - Date.now() + 100);
    await arrivals();
    before = worker.calls();
    worker.signal('SIGCONT');
  }
  const { froze, lastBegun, status, headers, body } = await asked;
  await arrivals();
  if (isStall(how)) before = worker.calls();
  release();
  await pause(WATCHED_MILLISECONDS);
  const more = worker.calls() - before;
  // A signal from outside may come between a call's look at the clock and its system call: of one call, as there is one thread.
  const isFromOutside = !isStall(how) && !('freeze' in moment);
  const underWay = isFromOutside && lastBegun < deadline ? 1 : 0;
  if (more > underWay) return described(`${more} more calls reached the store after the answer ${status}`);
  const isDue = status < 500 || (status === 503 && headers['Retry-After'] !== undefined);
  if (!isDue) return described(`answered ${status} ${body.slice(0, 200)}`);
  // Of calls at once, one that was made before need not have arrived when the process froze.
  const isReached = how === 'before' || how === 'connected' ? froze : before >= call;
  return isReached ? [] : undefined;
};

/** Nothing where the call was not reached, as the write can't be done again. */
const play = async (worker: Worker, scenario: Scenario): Promise<string[] | undefined> => {
  for (const milliseconds of DEADLINES_MILLISECONDS) {
    const failures = await playWithin(worker, scenario, milliseconds);
    if (failures) return failures;
  }
  // What can't be done twice is refused before it comes to the call.
  if (!isRepeatable(scenario.write)) return undefined;
  return [`${scenario.write.text}, call ${scenario.call}, ${scenario.how}: was never reached`];
};

/** How many calls a write makes where nothing stands in its way; one that can't be done twice may be refused by its record. */
const countCalls = async (worker: Worker, write: Write, turn = 'first'): Promise<number> => {
  const { status, body } = await worker.invoke(write, `${turn}-${write.text.replaceAll(/\W+/g, '-')}`);
  if (status >= 500 || status === 401) throw new Error(`${write.text}: ${status} ${body}`);
  return worker.calls();
};

/** How many it makes each time: the first of several may find something that the others no longer find. */
const countEachTime = async (worker: Worker, write: Write): Promise<number> => {
  const first = await countCalls(worker, write);
  return isRepeatable(write) ? Math.min(first, await countCalls(worker, write, 'second')) : first;
};

const sizes = {
  short: { workers: 2, scenarios: runs(3, 5) },
  full: { workers: 24, scenarios: Number.POSITIVE_INFINITY },
} as const;

const run = async (trial: Trial): Promise<Findings> => {
  const { workers: count, scenarios: most } = sizes[trial.size];
  const writes = writesOf(trial);
  const rig = await startSandboxRig(trial);
  try {
    const first = await rig.worker();
    const random = randomAt(trial.seed, 0);
    const all: Scenario[] = [];
    for (const write of writes) {
      const calls = await countEachTime(first, write);
      for (let call = 1; call <= calls; call++) {
        for (const how of [...STALLS, ...FREEZES]) all.push({ write, call, how, name: `${how}-${all.length}` });
      }
    }
    const order = all.map((scenario) => ({ scenario, at: random.below(1_000_000) })).sort((a, b) => a.at - b.at);
    const chosen = order.slice(0, most).map(({ scenario }) => scenario);
    const left = [...chosen];
    trial.say(`${chosen.length} of ${all.length} ways to stall or freeze ${writes.length} writes`);
    const failures: string[] = [];
    let unreached = 0;
    const work = async (worker: Worker) => {
      // The partner's key is looked up, and the bundles are loaded, before time is short.
      if (worker !== first) for (const write of writes) await countCalls(worker, write);
      for (let next = left.shift(); next; next = left.shift()) {
        const wrong = await play(worker, next);
        if (wrong) failures.push(...wrong);
        else unreached++;
      }
    };
    const others = await Promise.all(Array.from({ length: count - 1 }, () => rig.worker()));
    await Promise.all([first, ...others].map(work));
    return {
      tried: `${chosen.length} requests of ${writes.length} kinds of writes, each of their calls stalled in ${STALLS.length} ways past the deadline, or their process frozen at it in ${FREEZES.length} ways and thawed after the deadline${unreached > 0 ? `; ${unreached} of them could not be done again, and were refused before the call` : ''}`,
      found: `${failures.length === 0 ? 'no call' : `${failures.length} times a call`} reached the store after the answer, or after the process was thawed`,
      failures,
    };
  } finally {
    await rig.close();
  }
};

export const freeze: Part = {
  name: 'freeze',
  promise: 'A request past its deadline does nothing more, also in a process that was frozen and resumed',
  run,
};
