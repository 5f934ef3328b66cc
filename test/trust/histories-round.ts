/** One round: clients at one record, each with one request after the other, and what all of them saw, in order of time. */
import { type Operation, stuckAt } from '../simulation/linearizable.ts';
import {
  type Answer,
  dryRunOf,
  initialState,
  isOpen,
  newFields,
  outcomeOf,
  readOf,
  type Sent,
  stateOf,
} from './histories-client.ts';
import type { Random } from './random.ts';

export type Send = (sent: Sent) => Promise<Answer>;

export interface RoundOptions {
  /** Idempotency keys are their partner's: those of two rounds differ by it. */
  readonly name: string;
  readonly clients: number;
  readonly operations: number;
  /** @param client - whose sandbox runs the request */
  readonly send: (client: number, sent: Sent) => Promise<Answer>;
  /** Reads the record by the repository, under the same faults; `undefined` where the store failed. */
  readonly read: (client: number) => Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Reads the record as it stands. */
  readonly look: () => Promise<Readonly<Record<string, unknown>>>;
  /** Waits until nothing is under way any more. */
  readonly awaitQuiet: () => Promise<unknown>;
  readonly randomOf: (client: number) => Random;
}

/** How many of each kind of request were sent, and how many answers of each status they had. */
export type Counts = Record<string, number>;

const MOST_REPEATS = 6;

const count = (counts: Counts, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/** Plays one client; what it saw goes to the history. */
const play = async (
  client: number,
  { name: round, operations, send, read, randomOf }: RoundOptions,
  { history, wrong, counts }: { history: Operation[]; wrong: string[]; counts: Counts },
): Promise<void> => {
  const random = randomOf(client);
  let known: { readonly etag: string; readonly state: ReturnType<typeof stateOf> } | undefined;
  const ask = async (sent: Sent): Promise<Answer> => {
    const answer = await send(client, sent);
    count(counts, `${answer.status}`);
    if (answer.status === 200 && answer.etag && !answer.isReplay && !sent.validateOnly) {
      known = { etag: answer.etag, state: answer.shown };
    }
    return answer;
  };
  const record = (sent: Sent, answers: readonly Answer[], expected?: ReturnType<typeof stateOf>) => {
    const outcome = outcomeOf(sent, answers, expected);
    if (typeof outcome === 'string') wrong.push(`${JSON.stringify(sent)}: ${outcome}`);
    else history.push(...outcome);
  };

  const write = async (value: string, condition: typeof known): Promise<void> => {
    const sent = { fields: newFields(random, value), ...(condition && { headers: { 'If-Match': condition.etag } }) };
    record(sent, [await ask(sent)], condition?.state);
  };
  const keyed = async (value: string): Promise<void> => {
    const condition = random.chance(0.4) ? known : undefined;
    const headers = { 'Idempotency-Key': value, ...(condition && { 'If-Match': condition.etag }) };
    const sent = { fields: newFields(random, value), headers };
    const atOnce = random.chance(0.2) ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: atOnce }, () => ask(sent)));
    for (let repeat = 0; repeat < MOST_REPEATS && answers.every(isOpen) && random.chance(0.9); repeat++) {
      answers.push(await ask(sent));
    }
    // Whoever repeats what was answered gets the same answer.
    if (random.chance(0.3)) answers.push(await ask(sent));
    record(sent, answers, condition?.state);
  };
  const dryRun = async (value: string): Promise<void> => {
    const condition = random.chance(0.5) ? known : undefined;
    const sent = {
      fields: newFields(random, value),
      validateOnly: true,
      ...(condition && { headers: { 'If-Match': condition.etag } }),
    };
    const answer = await ask(sent);
    if (answer.status === 200) history.push(dryRunOf(answer, sent, condition?.state, answer.shown));
    else if (!isOpen(answer)) record(sent, [answer], condition?.state);
  };
  /** An update that changes nothing, or a dry run of one. */
  const look = async (validateOnly: boolean): Promise<void> => {
    const answer = await ask({ fields: {}, validateOnly });
    if (answer.status === 200) {
      history.push(readOf(answer, answer.shown, validateOnly ? 'dry run' : 'update of nothing'));
      if (answer.etag) known = { etag: answer.etag, state: answer.shown };
    } else if (!isOpen(answer) && answer.status !== 409) wrong.push(`a read: ${answer.status} ${answer.text}`);
  };
  const readRecord = async (): Promise<void> => {
    const invoked = performance.now();
    const found = await read(client);
    if (found) history.push(readOf({ invoked, returned: performance.now() }, stateOf(found), 'read'));
    count(counts, found ? '200' : '503');
  };

  const moves: readonly (readonly [name: string, move: (value: string) => Promise<void>])[] = [
    ['blind', (value) => write(value, undefined)],
    ['blind', (value) => write(value, undefined)],
    ['blind', (value) => write(value, undefined)],
    ['If-Match', (value) => write(value, known)],
    ['If-Match', (value) => look(true).then(() => write(value, known))],
    ['keyed', keyed],
    ['keyed', keyed],
    ['dry run', dryRun],
    ['read', () => look(true)],
    ['read', () => look(false)],
    ['read', readRecord],
  ];
  for (let index = 0; index < operations; index++) {
    const [name, move] = random.pick(moves);
    count(counts, name);
    await move(`${round}-${client}-${index}`);
  }
};

const shown = ({ invoked, returned, text }: Operation): string =>
  `${invoked.toFixed(1)} to ${returned.toFixed(1)}: ${text}`;

/**
 * Plays a round to its end and checks it.
 *
 * @returns what was wrong; each entry has all that is needed to see why
 */
export const playRound = async (options: RoundOptions): Promise<{ wrong: string[]; counts: Counts }> => {
  const history: Operation[] = [];
  const wrong: string[] = [];
  const counts: Counts = {};
  const final = async (text: string) => {
    const invoked = performance.now();
    const shown = stateOf(await options.look());
    history.push(readOf({ invoked, returned: performance.now() }, shown, text));
  };
  await Promise.all(Array.from({ length: options.clients }, (_, at) => play(at, options, { history, wrong, counts })));
  await final('the record after the last answer');
  await options.awaitQuiet();
  await final('the record at the end');
  const stuck = stuckAt(initialState, history);
  if (stuck) {
    const { state, last, next } = stuck;
    wrong.push(
      [
        `no order explains ${history.length} operations; after`,
        ...last.map(shown),
        `the record is ${JSON.stringify(state)}, and none of these can be next:`,
        ...next.map(shown),
      ].join('\n    '),
    );
  }
  return { wrong, counts };
};
