/**
 * A thread that plays rounds: the bundle that is deployed, several instances of it as sandboxes, behind a proxy of its own
 * that does to calls what may befall them.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { businesses, businessItem } from '../../lib/business/repository/business.ts';
import { functionClient } from '../../lib/dynamodb/client/client.ts';
import { tableOf } from '../../lib/dynamodb/table/table.ts';
import { openTable } from '../../tools/open-table.ts';
import { REQUIRED } from '../support/world.ts';
import { type Handler, importHandler } from './bundles.ts';
import { type Fault, silences, singleFaults, startFaultProxy } from './fault-proxy.ts';
import { type Answer, eventOf, type Sent, stateOf } from './histories-client.ts';
import { type Counts, playRound } from './histories-round.ts';
import { randomAt } from './random.ts';

// Of the thousands of requests that are refused here, no line is of interest.
console.info = () => {};

export interface WorkerOptions {
  readonly assemblyDirectory: string;
  readonly tableName: string;
  /** The engine's. */
  readonly endpoint: string;
  readonly seed: number;
  /** Its rounds, by number: the choices of each follow from it and the seed. */
  readonly rounds: readonly number[];
  readonly clients: number;
  /** Of each client. */
  readonly operations: number;
  /** So many rounds run at the same time, each on a record of its own. */
  readonly atOnce: number;
  /** Whether calls also meet with silence, for which a caller waits two seconds. */
  readonly silent: boolean;
}

export interface WorkerResult {
  readonly wrong: readonly string[];
  readonly counts: Counts;
  /** Tries that reached the proxy. */
  readonly calls: number;
  readonly struck: number;
  /** Of the operations that write. */
  readonly writeCalls: number;
  /** Requests that had little time, and how many of them were answered 503. */
  readonly hurried: number;
  readonly hurriedUnavailable: number;
}

/** Shares of all tries. */
const LOST = 0.02;
const OTHERS = 0.15;
/** So many requests have little time left. */
const HURRIED = 0.03;
const FUNCTION_MILLISECONDS = 25_000;
/** A function gives up two seconds before its time is over. */
const HURRIED_MILLISECONDS = 2000;
/** A late call is done within. */
const SETTLED_MILLISECONDS = 3000;
const SANDBOXES = 8;
/** More at once would have a slow engine answer too late: what is tried here are faults that are meant. */
const MOST_BUSY = 16;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const run = async (options: WorkerOptions): Promise<WorkerResult> => {
  const { assemblyDirectory, tableName, endpoint, seed, rounds, clients, operations, atOnce, silent } = options;
  const random = randomAt(seed, -1 - rounds[0]!);
  const others = singleFaults.filter((fault) => fault !== 'lost' && (silent || !silences.includes(fault)));
  const chosen = (): Fault | undefined => {
    if (random.chance(LOST)) return 'lost';
    return random.chance(OTHERS) ? random.pick(others) : undefined;
  };
  const totals = { calls: 0, struck: 0, writeCalls: 0, hurried: 0, hurriedUnavailable: 0 };
  const proxy = await startFaultProxy(endpoint, ({ operation }) => {
    totals.calls++;
    if (/^(?:Update|Transact)/.test(operation)) totals.writeCalls++;
    const fault = chosen();
    if (fault) totals.struck++;
    return fault;
  });
  Object.assign(process.env, { TABLE_NAME: tableName, DYNAMODB_ENDPOINT: proxy.endpoint });
  const sandboxes: Handler[] = [];
  for (let at = 0; at < SANDBOXES; at++) sandboxes.push(await importHandler(assemblyDirectory, 'update-business'));
  const steady = openTable({ tableName, endpoint });
  const faulty = tableOf(tableName, functionClient(proxy.endpoint));
  const partnerId = 'ours';
  const wrong: string[] = [];
  const counts: Counts = {};

  const send = async (handler: Handler, businessNumber: number, remaining: number, sent: Sent): Promise<Answer> => {
    while (proxy.busy() >= MOST_BUSY) await pause(5);
    const invoked = performance.now();
    const end = Date.now() + remaining;
    const context = { getRemainingTimeInMillis: () => end - Date.now() };
    const result = (await handler(eventOf(businessNumber, sent), context)) as APIGatewayProxyResult;
    const { statusCode, headers = {}, body } = result;
    const etag = headers.ETag;
    return {
      invoked,
      returned: performance.now(),
      status: statusCode,
      etag: etag === undefined ? undefined : String(etag),
      isReplay: headers['Idempotent-Replayed'] !== undefined,
      shown: stateOf(JSON.parse(body)),
      text: body.slice(0, 200),
    };
  };

  const play = async (round: number): Promise<void> => {
    const businessNumber = 1_000_000 + round;
    const Item = businessItem(partnerId, {
      businessNumber,
      accountNumber: 100,
      listingFixed: false,
      profile: REQUIRED,
    });
    await steady.put({ Item });
    const hurry = randomAt(seed, 1000 * round + 999);
    const outcome = await playRound({
      name: `r${round}`,
      clients,
      operations,
      randomOf: (client) => randomAt(seed, 1000 * round + client),
      send: async (client, sent) => {
        const isHurried = hurry.chance(HURRIED);
        const remaining = isHurried ? HURRIED_MILLISECONDS + hurry.below(40) : FUNCTION_MILLISECONDS;
        const answer = await send(sandboxes[client % SANDBOXES]!, businessNumber, remaining, sent);
        if (isHurried) totals.hurried++;
        if (isHurried && answer.status === 503) totals.hurriedUnavailable++;
        return answer;
      },
      read: (client) =>
        businesses({ table: faulty, partnerId })
          .find(businessNumber)
          .then(
            (found) => found?.profile ?? { alias: `nothing, for client ${client}` },
            () => undefined,
          ),
      look: async () => (await businesses({ table: steady, partnerId }).find(businessNumber))?.profile ?? {},
      awaitQuiet: () => (silent ? pause(SETTLED_MILLISECONDS) : pause(0)),
    });
    wrong.push(...outcome.wrong.map((each) => `round ${round}: ${each}`));
    for (const [name, number] of Object.entries(outcome.counts)) counts[name] = (counts[name] ?? 0) + number;
  };

  const left = [...rounds];
  const work = async () => {
    for (let round = left.shift(); round !== undefined; round = left.shift()) await play(round);
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    proxy.stop();
    steady.client.destroy();
  }
  return { wrong, counts, ...totals };
};

parentPort?.postMessage(await run(workerData as WorkerOptions));
