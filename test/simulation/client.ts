/** What simulated clients see of the service: a request goes to some process, and an answer comes back, or none. */
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { LambdaHandler } from '../../lib/http/endpoint.ts';
import type { Process } from './clock.ts';
import { processOf, type Running, type World } from './world.ts';

/** A request as a client sends it. */
export interface Sent {
  readonly handler: LambdaHandler;
  readonly path: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body: object;
}

export interface Answer {
  /** 0 where none came. */
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A request that was sent, with what came of it. Times are of the clock outside. */
export interface Attempt {
  readonly invoked: number;
  readonly returned: number;
  readonly answer: Answer;
  /** When its handler had ended; Infinity where it never said so. */
  over: number;
}

const NO_ANSWER: Answer = { status: 0, etag: undefined, body: {} };
/** API Gateway waits so long. */
const PATIENCE = 29_000;
/** A function gives up so long before its time-out (`lib/http/endpoint.ts`). */
const LAST_MILLISECONDS = 2000;
const TIMEOUT = 25_000;

export interface Front {
  /** How far clocks are apart, in milliseconds. */
  readonly skew: number;
  /** How many requests get little time. */
  readonly hasty: number;
}

/** Where requests arrive: one at a time in each process, as functions run. */
export const createFront = (world: World, secret: string, { skew, hasty }: Front) => {
  const { clock, random } = world;
  const idle: Process[] = [];
  let started = 0;
  const skewed = () => (skew === 0 ? 0 : Math.round((random() - 0.5) * skew));

  const takeProcess = (): Process => {
    const index = world.below(idle.length + (started < 3 ? 1 : 0));
    const [found] = idle.splice(index, 1);
    if (!found) return processOf(`process ${++started}`, skewed());
    // A clock is set right, or wrong, between requests.
    if (random() < 0.1) found.skew = skewed();
    return found;
  };

  return (text: string, { handler, path, headers = {}, query = {}, body }: Sent): Promise<Attempt> =>
    new Promise((resolve, reject) => {
      const invoked = clock.now();
      const process = takeProcess();
      const isHasty = random() < hasty;
      const time = isHasty ? LAST_MILLISECONDS + random() * 3000 : TIMEOUT;
      const running: Running = { process, deadline: invoked + time - LAST_MILLISECONDS, isAnswered: false };
      let isConcluded = false;
      let attempt: Attempt | undefined;
      let over = Number.POSITIVE_INFINITY;
      const conclude = (answer: Answer) => {
        if (isConcluded) return;
        isConcluded = true;
        stopWaiting();
        world.note(`${text} -> ${answer.status || 'no answer'}`);
        attempt = { invoked, returned: clock.now(), answer, over };
        resolve(attempt);
      };
      const stopWaiting = clock.after(isHasty ? random() * 4000 : PATIENCE, () => conclude(NO_ANSWER));
      const ended = () => {
        over = clock.now();
        if (attempt) attempt.over = over;
      };
      process.onGone = () => {
        ended();
        conclude(NO_ANSWER);
      };
      const event = {
        headers: { 'x-api-key': secret, 'content-type': 'application/json', ...headers },
        pathParameters: path,
        queryStringParameters: Object.keys(query).length > 0 ? query : null,
        body: JSON.stringify(body),
        isBase64Encoded: false,
        requestContext: { requestId: 'simulated' },
      } as unknown as APIGatewayProxyEvent;
      const context = contextOf(time);
      world.note(`${text} to ${process.name}`);
      world
        .within(running, () => handler(event, context))
        .then(({ statusCode, headers: answered = {}, body: text }) => {
          running.isAnswered = true;
          idle.push(process);
          const etag = answered.ETag ?? answered.etag;
          ended();
          conclude({
            status: statusCode,
            etag: etag === undefined ? undefined : String(etag),
            body: JSON.parse(text),
          });
        })
        .catch(reject);
    });
};

/** Says once how much time there is: whoever asks a second time would set a timer of the real clock by it. */
const contextOf = (milliseconds: number): Context => {
  let asked = 0;
  return {
    get getRemainingTimeInMillis() {
      return asked++ === 0 ? () => milliseconds : undefined;
    },
  } as unknown as Context;
};

export type SendRequest = ReturnType<typeof createFront>;
