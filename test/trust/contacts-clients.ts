/** Clients that save, check in, change and delete the same few people at once, and what they were answered. */
import { KEYS } from '../support/world.ts';
import type { Handler } from './bundles.ts';
import type { Random } from './random.ts';

/** What is sent of a person. */
interface Person {
  readonly email?: string;
  readonly phone?: string;
  readonly externalId?: string;
}

export type Kind = 'save' | 'check-in' | 'delete';

/** A request and what came of it; of one that was sent again under its key, of all of its tries. */
export interface Seen {
  readonly kind: Kind;
  /** What no other request sends: a first name, or what is kept with a check-in. */
  readonly token: string;
  /** The contact that the request names. */
  readonly named: number | undefined;
  readonly hasKey: boolean;
  readonly invoked: number;
  readonly returned: number;
  readonly status: number;
  readonly code: number | undefined;
  /** The contact that was answered, and its version. */
  readonly id: number | undefined;
  readonly version: number | undefined;
  readonly text: string;
}

/** An account of its own, with one location. */
export interface Room {
  readonly account: number;
  readonly location: number;
}

export interface Crowd {
  readonly room: Room;
  readonly clients: number;
  readonly operations: number;
  readonly randomOf: (client: number) => Random;
  /** Instances of each function, as sandboxes. */
  readonly handlers: Readonly<Record<Kind, readonly Handler[]>>;
}

/** So few people that clients meet all the time. */
const PEOPLE = 6;
const MOST_TRIES = 4;
const MILLISECONDS = 25_000;

const personOf = (random: Random): Person => {
  const one = () => random.below(PEOPLE);
  return {
    ...(random.chance(0.7) && { email: `person${one()}@mail.example` }),
    ...(random.chance(0.5) && { phone: `(650) 555-010${one()}` }),
    ...(random.chance(0.2) && { externalId: `crm-${one()}` }),
  };
};

interface Request {
  readonly kind: Kind;
  readonly named?: number;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

const requestOf = (random: Random, token: string, { account, location }: Room, known: readonly number[]): Request => {
  const query = { businessId: String(account) };
  const id = known.length > 0 && random.chance(0.5) ? random.pick(known) : undefined;
  if (id !== undefined && random.chance(0.25)) return { kind: 'delete', named: id, query, body: { id } };
  const { email, ...rest } = personOf(random);
  if (random.chance(0.3)) {
    const sent = { name: `${token} Guest`, ...(email && { emailId: email }), ...rest, additionalParams: { token } };
    return { kind: 'check-in', query: { bid: String(location) }, body: sent };
  }
  const body = { firstName: token, businessIds: [location], ...(email && { email }), ...rest };
  return id === undefined ? { kind: 'save', query, body } : { kind: 'save', named: id, query, body: { id, ...body } };
};

interface Answer {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Plays a crowd to its end. */
export const played = async ({ room, clients, operations, randomOf, handlers }: Crowd): Promise<readonly Seen[]> => {
  const seen: Seen[] = [];
  const known: number[] = [];

  const ask = async (client: number, { kind, query, body }: Request, key: string | undefined): Promise<Answer> => {
    const sandboxes = handlers[kind];
    const end = Date.now() + MILLISECONDS;
    const event = {
      headers: { 'x-api-key': KEYS.ours, ...(key !== undefined && { 'Idempotency-Key': key }) },
      pathParameters: null,
      queryStringParameters: query,
      body: JSON.stringify(body),
      isBase64Encoded: false,
      requestContext: { requestId: 'contacts' },
    };
    const context = { getRemainingTimeInMillis: () => end - Date.now() };
    return (await sandboxes[client % sandboxes.length]!(event, context)) as Answer;
  };

  const play = async (client: number): Promise<void> => {
    const random = randomOf(client);
    for (let index = 0; index < operations; index++) {
      const token = `t${client}x${index}`;
      const request = requestOf(random, token, room, known);
      const key = random.chance(0.3) ? `${room.account}-${token}` : undefined;
      const invoked = performance.now();
      let answer = await ask(client, request, key);
      for (let tries = 1; key !== undefined && answer.statusCode === 503 && tries < MOST_TRIES; tries++)
        answer = await ask(client, request, key);
      const body = JSON.parse(answer.body) as Readonly<Record<string, number | undefined>>;
      const isDone = answer.statusCode === 200;
      const id = isDone ? (body.id ?? body.customerId ?? request.named) : undefined;
      const etag = answer.headers?.ETag;
      if (isDone && request.kind !== 'delete' && id !== undefined) known.push(id);
      seen.push({
        kind: request.kind,
        token,
        named: request.named,
        hasKey: key !== undefined,
        invoked,
        returned: performance.now(),
        status: answer.statusCode,
        code: isDone ? undefined : body.code,
        id,
        version: etag === undefined ? undefined : Number(String(etag).slice(1, -1)),
        text: `${request.kind} ${JSON.stringify(request.body)}: ${answer.statusCode} ${answer.body.slice(0, 120)}`,
      });
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => play(client)));
  return seen;
};
