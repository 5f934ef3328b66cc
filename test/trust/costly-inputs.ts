/**
 * Inputs that cost: the worst body of a legal size that a search finds, by the processor time of the bundle that is deployed,
 * and menus of a large account, which are answered whole or refused.
 */
import type { APIGatewayProxyResult } from 'aws-lambda';
import { operations } from '../../lib/operations.ts';
import { KEYS } from '../support/world.ts';
import { type Handler, importHandler, withEnvironment } from './bundles.ts';
import { bodyOf, describeShape, fillers, placesOf, type Shape } from './costly-bodies.ts';
import { tryLargeMenus } from './large-menus.ts';
import type { Part, Trial } from './part.ts';
import { type Random, randomAt } from './random.ts';
import { startRig } from './rig.ts';

const LEGAL_BYTES = 1_048_576;
const MOST_MILLISECONDS = 50;
/** No answer to a wrong body comes near what Lambda hands back. */
const MOST_ANSWERED = 1_000_000;

type Measure = (shape: Shape, bytes: number, times: number) => Promise<number>;

const withBodies = operations.filter((operation) => 'request' in operation);

/** The share of the fillers that is tried at each kind of place. */
const SHARE = { short: 0.2, full: 1 } as const;

/** The fillers at one place of each kind: which place, and whether every violation is asked for, follows from the seed. */
const sampleOf = ({ seed, size }: Trial): Shape[] =>
  withBodies.flatMap((operation) =>
    [...Map.groupBy(placesOf(operation.request), ({ kind }) => kind).values()].flatMap((alike, kind) =>
      Object.keys(fillers).flatMap((filler, index) => {
        const random = randomAt(seed, kind * 1000 + index);
        if (!random.chance(SHARE[size])) return [];
        return { operation, fillings: [{ path: random.pick(alike).path, filler }], all: random.chance(0.3) };
      }),
    ),
  );

/** A request as API Gateway hands it over. */
const eventOf = ({ all }: Shape, body: string) => ({
  headers: {
    'X-Api-Key': KEYS.ours,
    'Content-Type': 'application/json',
    'X-Business-Number': '100',
    ...(all && { Accept: 'application/problem+json' }),
  },
  pathParameters: { businessId: '103', businessNumber: '103', compAccountId: '301' },
  queryStringParameters: { businessId: '100' },
  body: Buffer.from(body).toString('base64'),
  isBase64Encoded: true,
  requestContext: { requestId: 'costly' },
});

/** Measures the bundles: the least of several runs, as whatever else the machine does only adds to it. */
const measureOf = async ({ assemblyDirectory, written }: Trial): Promise<Measure> => {
  const handlers = new Map<string, Handler>();
  for (const { id, entry } of withBodies) handlers.set(id, await importHandler(assemblyDirectory, entry));
  return async (shape, bytes, times) => {
    const body = bodyOf(shape, bytes);
    let least = Number.POSITIVE_INFINITY;
    for (let time = 0; time < times; time++) {
      const event = eventOf(shape, body);
      const before = process.cpuUsage();
      const { statusCode, body: answer } = (await handlers.get(shape.operation.id)!(
        event,
        {},
      )) as APIGatewayProxyResult;
      const { user, system } = process.cpuUsage(before);
      if (statusCode !== 200) written(answer);
      if (statusCode >= 500 || answer.length > MOST_ANSWERED)
        throw new Error(`${describeShape(shape)}: ${statusCode} ${answer.slice(0, 200)}`);
      least = Math.min(least, (user + system) / 1000);
    }
    return least;
  };
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
/** So many are measured again, as best as can be. */
const WORST = 30;

/** Tries every filler at every kind of place, then climbs from the worst. */
const searchAll = async (trial: Trial, measure: Measure): Promise<{ tried: number; worst: Measured[] }> => {
  const { say, seed } = trial;
  const measured: Measured[] = [];
  for (const shape of sampleOf(trial)) measured.push({ shape, cost: await measure(shape, LEGAL_BYTES, 1) });
  for (const { id } of withBodies) {
    const [worst] = costliest(
      measured.filter(({ shape }) => shape.operation.id === id),
      1,
    );
    say(`${id}: ${worst!.cost.toFixed(0)} ms for ${describeShape(worst!.shape)}`);
  }
  const starts = costliest(measured, STARTS);
  for (const [index, { shape: first }] of starts.entries()) {
    // Measured once it was partly noise.
    const start = { shape: first, cost: await measure(first, LEGAL_BYTES, 3) };
    let best: Measured = start;
    for (let step = 0; step < STEPS; step++) {
      const shape = neighbour(best.shape, randomAt(seed, index * STEPS + step));
      const next = { shape, cost: await measure(shape, LEGAL_BYTES, 3) };
      measured.push(next);
      if (next.cost > best.cost) best = next;
    }
    say(`climbed from ${start.cost.toFixed(0)} to ${best.cost.toFixed(0)} ms: ${describeShape(best.shape)}`);
  }
  const worst: Measured[] = [];
  for (const { shape } of costliest(measured, WORST)) worst.push({ shape, cost: await measure(shape, LEGAL_BYTES, 9) });
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
    const large = await measure(shape, SMALL_BYTES * GROWTH, attempt + 1);
    if (large < LEAST_MILLISECONDS) return undefined;
    const small = await measure(shape, SMALL_BYTES, 5);
    if (attempt > 0 && large <= MOST_GROWTH * small) return undefined;
    seen = `${small.toFixed(1)} ms for ${SMALL_BYTES} bytes, ${large.toFixed(1)} for ${GROWTH} times as many`;
  }
  return `${describeShape(shape)}: ${seen}`;
};

/** Growth is judged and no time: `npm test` runs on machines that do much else. */
const searchSome = async (trial: Trial, measure: Measure) => {
  const shapes = sampleOf(trial);
  const failures: string[] = [];
  for (const shape of shapes) {
    const failure = await growsTooFast(measure, shape);
    if (failure) failures.push(failure);
  }
  return { tried: shapes.length, failures };
};

const judge = async (trial: Trial, measure: Measure) => {
  if (trial.size === 'short') {
    const { tried, failures } = await searchSome(trial, measure);
    return { tried: `${tried} bodies in two sizes`, found: `${failures.length} that grow too fast`, failures };
  }
  const { tried, worst } = await searchAll(trial, measure);
  const [first] = worst;
  return {
    tried: `${tried} bodies of 1 MiB`,
    found: `the worst takes ${first!.cost.toFixed(0)} ms of processor time (${describeShape(first!.shape)})`,
    failures: worst
      .filter(({ cost }) => cost > MOST_MILLISECONDS)
      .map(({ shape, cost }) => `${cost.toFixed(0)} ms: ${describeShape(shape)}`),
  };
};

export const costlyInputs: Part = {
  name: 'costly-inputs',
  promise: `A body of a legal size costs no more than ${MOST_MILLISECONDS} ms of processor time, and menus of a large account are answered whole or refused.`,
  async run(trial) {
    const rig = await startRig(trial);
    try {
      const environment = { TABLE_NAME: rig.table.name, DYNAMODB_ENDPOINT: rig.endpoint };
      const bodies = await withEnvironment(environment, async () => judge(trial, await measureOf(trial)));
      const menus = await tryLargeMenus(trial, rig);
      return {
        tried: `${bodies.tried}; ${menus.tried}.`,
        found: `${bodies.found}; ${menus.found}.`,
        failures: [...bodies.failures, ...menus.failures],
      };
    } finally {
      await rig.close();
    }
  },
};
