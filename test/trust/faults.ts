/** Faults in the store: a proxy before the engine throttles, breaks and loses calls, and the answers stay right or 503. */
import { runs } from '../support/chosen.ts';
import { type Fault, type FaultProxy, faultKinds, silences, startFaultProxy } from './fault-proxy.ts';
import { type Ask, createLane, type Lane } from './faults-lane.ts';
import { createWatch, TRIES, type Watch } from './faults-watch.ts';
import { laneFinder, laneRecords, numbersOf, secretOf } from './faults-world.ts';
import type { Findings, Part, Trial } from './part.ts';
import { randomAt } from './random.ts';
import { startRig } from './rig.ts';

const RATE = 0.3;
/** The authorizer's look-up, three tries that nobody answers, and then the function's own time (`cdk/stack/endpoint-function.ts`). */
const LONGEST_MILLISECONDS = 7000 + 25_000;
/** These do not stand in the way of a call that reads or writes one record. */
const PASSING: readonly Fault[] = ['slow', 'undone'];

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const sizes = {
  short: { lanes: runs(4, 6), requests: runs(5, 8), kinds: faultKinds.filter((fault) => !silences.includes(fault)) },
  full: { lanes: 32, requests: 120, kinds: faultKinds },
} as const;

/** Asks over HTTP; remembers the longest answer. */
const createAsk = (url: string, longest: { milliseconds: number }, begin: () => void): Ask => {
  return async ({ method, path, secret, headers, body }) => {
    begin();
    const started = performance.now();
    const answer = await fetch(url + path, {
      method,
      headers: { 'x-api-key': secret, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    longest.milliseconds = Math.max(longest.milliseconds, performance.now() - started);
    return { status: answer.status, headers: answer.headers, body: JSON.parse(text) };
  };
};

/** A lane whose every call fails in one way, then in none: the key is not to be refused, neither then nor afterwards. */
const tryKey = async (lane: number, fault: Fault, ask: Ask, { choices }: Watch): Promise<string[]> => {
  const { location } = numbersOf(lane);
  const asked = { method: 'GET', path: `/v1/listing/${location}/maps-action-links`, secret: secretOf(lane, 1) };
  choices.set(lane, () => fault);
  const under = await ask(asked);
  choices.delete(lane);
  const after = await ask(asked);
  const isDue = PASSING.includes(fault)
    ? under.status === 200
    : under.status === 503 && under.body.code === 503 && under.headers.get('retry-after') !== null;
  return [
    ...(isDue ? [] : [`a key looked up under '${fault}': ${under.status} ${JSON.stringify(under.body)}`]),
    ...(after.status === 200 ? [] : [`the same key after '${fault}': ${after.status} ${JSON.stringify(after.body)}`]),
  ];
};

/** Locations without a menu, as many as may be asked for: two calls for each hundred of them. */
const heldUpNumbers = (lane: number): readonly number[] =>
  Array.from({ length: 500 }, (_, index) => numbersOf(lane).account + 10 + index);

/** A store that answers each call at the last try: calls add up to nearly what a function may take, or to more. */
const tryHeldUp = async (lane: number, ask: Ask, { choices }: Watch): Promise<string[]> => {
  const { account } = numbersOf(lane);
  const tried = new Map<string, number>();
  choices.set(lane, ({ body }) => {
    const count = (tried.get(body) ?? 0) + 1;
    tried.set(body, count);
    return count % TRIES === 0 ? undefined : 'silent';
  });
  const { status, body } = await ask({
    method: 'POST',
    path: '/v1/listing/menu-details',
    secret: secretOf(lane, 1),
    headers: { 'x-business-number': String(account) },
    body: { businessNumbers: heldUpNumbers(lane) },
  });
  choices.delete(lane);
  return status === 503 || status === 200
    ? []
    : [`a request that the store held up: ${status} ${JSON.stringify(body)}`];
};

const runLane = async (lane: Lane, requests: number): Promise<string[]> => {
  const failures: string[] = [];
  for (let index = 0; index < requests; index++) failures.push(...(await lane.step()));
  return failures;
};

/** An update whose every call fails in one way, but for the look-ups of its key: chance alone may have no fault last. */
const tryUpdate = async (lane: Lane, number: number, fault: Fault, { choices }: Watch): Promise<string[]> => {
  const { unavailable } = lane.seen;
  choices.set(number, ({ body }) => (/"KEY#[0-9a-f]{64}"/.test(body) ? undefined : fault));
  const failures = await lane.update();
  choices.delete(number);
  const isDue = lane.seen.unavailable > unavailable;
  return [...failures, ...(isDue ? [] : [`lane ${number}: an update was answered while '${fault}' lasted`])];
};

const run = async (trial: Trial): Promise<Findings> => {
  const { lanes: count, requests, kinds } = sizes[trial.size];
  const keyLanes = kinds.map((fault, index) => ({ fault, lane: count + index }));
  const heldUp = count + kinds.length;
  const lasting = kinds.filter((fault) => !PASSING.includes(fault));
  // Requests that make the client, those by chance, and the last one.
  const keys = requests + 2;
  const watch = createWatch(laneFinder(heldUp + 1, keys));
  const records = [
    ...Array.from({ length: count }, (_, lane) => laneRecords(lane, keys)),
    ...[...keyLanes.map(({ lane }) => lane), heldUp].map((lane) => laneRecords(lane, 2)),
    // Of a full run.
    (trial.size === 'full' ? heldUpNumbers(heldUp) : []).map((businessNumber) => ({
      type: 'business',
      businessNumber,
      accountNumber: numbersOf(heldUp).account,
      business: {},
    })),
  ].flat();
  let proxy: FaultProxy | undefined;
  const service = await startRig(trial, {
    records,
    between: async (engine) => {
      proxy = await startFaultProxy(engine, watch.choose);
      return proxy.endpoint;
    },
  });
  try {
    const longest = { milliseconds: 0 };
    const askAs = (lane: number) => createAsk(service.url, longest, () => watch.begin(lane));
    const lanes: Lane[] = [];
    for (let lane = 0; lane < count; lane++) {
      lanes.push(await createLane(lane, randomAt(trial.seed, 2 * lane), askAs(lane)));
      const random = randomAt(trial.seed, 2 * lane + 1);
      watch.choices.set(lane, () => (random.chance(RATE) ? random.pick(kinds) : undefined));
    }
    trial.say(`${count} clients with ${requests} requests each, ${kinds.length} kinds of faults`);
    const found = await Promise.all([
      ...lanes.map(async (lane, number) => [
        ...(await runLane(lane, requests)),
        ...(await tryUpdate(lane, number, lasting[number % lasting.length]!, watch)),
      ]),
      ...keyLanes.map(({ fault, lane }) => tryKey(lane, fault, askAs(lane), watch)),
      ...(trial.size === 'full' ? [tryHeldUp(heldUp, askAs(heldUp), watch)] : []),
    ]);
    watch.choices.clear();
    // What is under way may still land.
    if (kinds.includes('late')) await pause(4000);
    for (const lane of lanes) found.push([...(await lane.compare(service.table))]);
    const failures = [...found.flat(), ...watch.failures];
    if (longest.milliseconds >= LONGEST_MILLISECONDS) failures.push(`an answer took ${longest.milliseconds} ms`);
    const sum = (name: 'right' | 'unavailable') => lanes.reduce((all, { seen }) => all + seen[name], 0);
    const { calls, faults: struck, mostCalls } = watch.seen;
    return {
      tried: `${sum('right') + sum('unavailable')} requests of ${count} clients on ${calls} calls to the store, ${struck} of them struck by one of ${kinds.length} kinds of faults`,
      found: `${sum('right')} right answers, ${sum('unavailable')} times 503 with Retry-After; at most ${mostCalls} calls for a request, and ${(longest.milliseconds / 1000).toFixed(1)} s for an answer; every record is whole and explained; no key was refused`,
      failures,
    };
  } finally {
    await service.close();
    proxy?.stop();
  }
};

export const faults: Part = {
  name: 'faults',
  promise: 'Under faults of the store every answer is right or 503, no write is half done, and no key is refused',
  run,
};
