/** Faults in the store: a proxy before the engine throttles, breaks and loses calls, and the answers stay right or 503. */
import { runs } from '../support/chosen.ts';
import { type Fault, type FaultProxy, faultKinds, silences, startFaultProxy } from './fault-proxy.ts';
import { type Ask, createTenant, type Tenant } from './faults-tenant.ts';
import { createWatch, TRIES, type Watch } from './faults-watch.ts';
import { numbersOf, secretOf, tenantFinder, tenantRecords } from './faults-world.ts';
import type { Findings, Part, Trial } from './part.ts';
import { randomAt } from './random.ts';
import { startRig } from './rig.ts';

const RATE = 0.3;
/** The authorizer's look-up, three tries that no one answers, and then the function's own time (`cdk/stack/endpoint-function.ts`). */
const LONGEST_MILLISECONDS = 7000 + 25_000;
/** These do not stand in the way of a call that reads or writes one record. */
const PASSING: readonly Fault[] = ['slow', 'undone'];

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const sizes = {
  short: { tenants: runs(4, 6), requests: runs(5, 8), kinds: faultKinds.filter((fault) => !silences.includes(fault)) },
  full: { tenants: 32, requests: 120, kinds: faultKinds },
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

/** A tenant whose every call fails in one way, then in none: the key is not to be refused, neither then nor afterwards. */
const tryKey = async (tenant: number, fault: Fault, ask: Ask, { choices }: Watch): Promise<string[]> => {
  const { location } = numbersOf(tenant);
  const asked = { method: 'GET', path: `/v1/listing/${location}/maps-action-links`, secret: secretOf(tenant, 1) };
  choices.set(tenant, () => fault);
  const under = await ask(asked);
  choices.delete(tenant);
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
const heldUpNumbers = (tenant: number): readonly number[] =>
  Array.from({ length: 500 }, (_, index) => numbersOf(tenant).account + 10 + index);

/** A store that answers each call at the last try: calls add up to nearly what a function may take, or to more. */
const tryHeldUp = async (tenant: number, ask: Ask, { choices }: Watch): Promise<string[]> => {
  const { account } = numbersOf(tenant);
  const tried = new Map<string, number>();
  choices.set(tenant, ({ body }) => {
    const count = (tried.get(body) ?? 0) + 1;
    tried.set(body, count);
    return count % TRIES === 0 ? undefined : 'silent';
  });
  const { status, body } = await ask({
    method: 'POST',
    path: '/v1/listing/menu-details',
    secret: secretOf(tenant, 1),
    headers: { 'x-business-number': String(account) },
    body: { businessNumbers: heldUpNumbers(tenant) },
  });
  choices.delete(tenant);
  return status === 503 || status === 200
    ? []
    : [`a request that the store held up: ${status} ${JSON.stringify(body)}`];
};

const runTenant = async (tenant: Tenant, requests: number): Promise<string[]> => {
  const failures: string[] = [];
  for (let index = 0; index < requests; index++) failures.push(...(await tenant.step()));
  return failures;
};

/** An update whose every call fails in one way, but for the look-ups of its key: chance alone may have no fault last. */
const tryUpdate = async (tenant: Tenant, number: number, fault: Fault, { choices }: Watch): Promise<string[]> => {
  const { unavailable } = tenant.seen;
  choices.set(number, ({ body }) => (/"KEY#[0-9a-f]{64}"/.test(body) ? undefined : fault));
  const failures = await tenant.update();
  choices.delete(number);
  const isDue = tenant.seen.unavailable > unavailable;
  return [...failures, ...(isDue ? [] : [`tenant ${number}: an update was answered while '${fault}' lasted`])];
};

const run = async (trial: Trial): Promise<Findings> => {
  const { tenants: count, requests, kinds } = sizes[trial.size];
  const keyTenants = kinds.map((fault, index) => ({ fault, tenant: count + index }));
  const heldUp = count + kinds.length;
  const lasting = kinds.filter((fault) => !PASSING.includes(fault));
  // Requests that make the client, those by chance, and the last one.
  const keys = requests + 2;
  const watch = createWatch(tenantFinder(heldUp + 1, keys));
  const records = [
    ...Array.from({ length: count }, (_, tenant) => tenantRecords(tenant, keys)),
    ...[...keyTenants.map(({ tenant }) => tenant), heldUp].map((tenant) => tenantRecords(tenant, 2)),
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
    const askAs = (tenant: number) => createAsk(service.url, longest, () => watch.begin(tenant));
    const tenants: Tenant[] = [];
    for (let tenant = 0; tenant < count; tenant++) {
      tenants.push(await createTenant(tenant, randomAt(trial.seed, 2 * tenant), askAs(tenant)));
      const random = randomAt(trial.seed, 2 * tenant + 1);
      watch.choices.set(tenant, () => (random.chance(RATE) ? random.pick(kinds) : undefined));
    }
    trial.say(`${count} clients with ${requests} requests each, ${kinds.length} kinds of faults`);
    const found = await Promise.all([
      ...tenants.map(async (tenant, number) => [
        ...(await runTenant(tenant, requests)),
        ...(await tryUpdate(tenant, number, lasting[number % lasting.length]!, watch)),
      ]),
      ...keyTenants.map(({ fault, tenant }) => tryKey(tenant, fault, askAs(tenant), watch)),
      ...(trial.size === 'full' ? [tryHeldUp(heldUp, askAs(heldUp), watch)] : []),
    ]);
    watch.choices.clear();
    // What is under way may still land.
    if (kinds.includes('late')) await pause(4000);
    for (const tenant of tenants) found.push([...(await tenant.compare(service.table))]);
    const failures = [...found.flat(), ...watch.failures];
    if (longest.milliseconds >= LONGEST_MILLISECONDS) failures.push(`an answer took ${longest.milliseconds} ms`);
    const sum = (name: 'right' | 'unavailable') => tenants.reduce((all, { seen }) => all + seen[name], 0);
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
  promise: 'Under faults of the store every response is correct or 503, no write is partial, and no key is refused',
  run,
};
