/** What a body costs: the processor time of the bundle that is deployed. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Operation } from '../../lib/contract/cases.ts';
import { operations } from '../../lib/operations.ts';
import { KEYS } from '../support/world.ts';
import { type Handler, importHandler } from './bundles.ts';
import { chosenOperations } from './chosen.ts';
import type { Asked } from './costly-alone.ts';
import { bodyOf, describeShape, type Shape } from './costly-bodies.ts';
import type { Trial } from './part.ts';

/** No answer to a wrong body comes near what Lambda hands back. */
const MOST_ANSWERED = 1_000_000;

/** Milliseconds of processor time, of all threads: the collector of garbage is in it. */
interface Cost {
  /** Of several runs: whatever else the machine does only adds to it. */
  readonly least: number;
  readonly most: number;
}
export type Measure = (shape: Shape, bytes: number, times: number) => Promise<Cost>;

/** So many operations the short form tries, next to the one with the largest body. */
const SHORT_OPERATIONS = 2;

/** The operations that take a body, or some of them; the first has the largest. */
export const withBodies = (trial: Trial): readonly Operation[] => {
  const [first, ...others] = operations.filter((operation) => operation.request !== undefined);
  return [first!, ...chosenOperations(trial, 'costly-inputs', SHORT_OPERATIONS, others)];
};

/** The parameters of an operation's cases: those that the small world does not have answer 404 after the body was checked. */
const textsOf = ({ cases }: Operation): Record<string, string> =>
  Object.fromEntries(Object.entries(cases.parameters).map(([name, value]) => [name, String(value)]));

/** A request as API Gateway hands it over. */
const eventOf = ({ operation, all }: Shape, body: string) => ({
  headers: {
    ...textsOf(operation),
    'X-Api-Key': KEYS.ours,
    'Content-Type': 'application/json',
    'X-Business-Number': '100',
    ...(all && { Accept: 'application/problem+json' }),
  },
  pathParameters: { ...textsOf(operation), businessId: '103', businessNumber: '103', compAccountId: '301' },
  queryStringParameters: { ...textsOf(operation), businessId: '100' },
  body: Buffer.from(body).toString('base64'),
  isBase64Encoded: true,
  requestContext: { requestId: 'costly' },
});

/** Measures a bundle in a process of its own: no garbage is collected there but what the requests have left. */
export const measureAlone =
  ({ assemblyDirectory }: Trial): Measure =>
  async (shape, bytes, times) => {
    const child = fork(join(import.meta.dirname, 'costly-alone.ts'), { execArgv: [], env: process.env });
    const file = join(assemblyDirectory, 'bundles', shape.operation.entry, 'index.mjs');
    child.send({ file, event: eventOf(shape, bodyOf(shape, bytes)), times } satisfies Asked);
    const ended = once(child, 'exit').then(([status]) => {
      throw new Error(`${describeShape(shape)}: the process ended with ${status}`);
    });
    const [cost] = await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => {});
    return cost as Cost;
  };

/** Measures the bundles in this process, one after the other: what others have left is collected in between. */
export const measureOf = async (trial: Trial): Promise<Measure> => {
  const { assemblyDirectory, written } = trial;
  const handlers = new Map<string, Handler>();
  for (const { id, entry } of withBodies(trial)) handlers.set(id, await importHandler(assemblyDirectory, entry));
  return async (shape, bytes, times) => {
    const event = eventOf(shape, bodyOf(shape, bytes));
    let least = Number.POSITIVE_INFINITY;
    let most = 0;
    for (let time = 0; time < times; time++) {
      const before = process.cpuUsage();
      const { statusCode, body: answer } = (await handlers.get(shape.operation.id)!(
        { ...event },
        {},
      )) as APIGatewayProxyResult;
      const { user, system } = process.cpuUsage(before);
      if (statusCode !== 200) written(answer);
      if (statusCode >= 500 || answer.length > MOST_ANSWERED)
        throw new Error(`${describeShape(shape)}: ${statusCode} ${answer.slice(0, 200)}`);
      least = Math.min(least, (user + system) / 1000);
      most = Math.max(most, (user + system) / 1000);
    }
    return { least, most };
  };
};
