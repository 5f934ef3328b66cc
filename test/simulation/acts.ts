/** What a client does next, whatever it is about: sends a draft in some way, sends it again, or waits. */
import type { Attempt, SendRequest } from './client.ts';
import type { Request, Sendings } from './history.ts';
import type { Chance, Draft, Subject } from './subjects/subject.ts';
import type { World } from './world.ts';

export type ActName = 'plain' | 'ifMatch' | 'keyed' | 'twice' | 'again' | 'replay' | 'reuse' | 'dry' | 'burst' | 'rest';

/** What a client remembers. */
export interface Client {
  readonly name: string;
  /** Of each subject: the `ETag` of the last answer. */
  readonly tags: Map<string, string>;
  /** Its requests under a key, the latest last. */
  readonly keyed: Sendings[];
  count: number;
}

export interface Scene {
  readonly world: World;
  readonly send: SendRequest;
  readonly chooseSubject: () => Subject;
  readonly isNarrow: boolean;
  /** All requests of the schedule. */
  readonly sendings: Sendings[];
}

/** More writes than a record keeps marks of. */
const BURST = 10;
const HOURS = 3_600_000;

interface Way {
  readonly key?: string | undefined;
  readonly asksTag?: boolean;
  readonly isDry?: boolean;
  /** What it says, where that was said before. */
  readonly draft?: Draft | undefined;
}

const isSame = (a: Request, b: Request) =>
  a.key === b.key &&
  a.draft.operation === b.draft.operation &&
  a.ifMatch === b.ifMatch &&
  JSON.stringify(a.sent) === JSON.stringify(b.sent);
const isOpen = ({ attempts }: Sendings) => attempts.every(({ answer }) => [0, 503].includes(answer.status));

/** What a client can do in a scene. */
export const actsOf = ({ world, send, chooseSubject, isNarrow, sendings }: Scene, client: Client) => {
  const { pick, random } = world;
  const chance: Chance = { pick, fresh: (name) => `${name}-${client.name}-${client.count}` };

  const requestOf = (subject: Subject, { key, asksTag = false, isDry = false, ...way }: Way): Request => {
    client.count++;
    const draft = way.draft ?? world.weighted((isNarrow && subject.narrow) || subject.drafts)(chance);
    const ifMatch =
      asksTag && subject.hasVersions && draft.hasVersions !== false ? client.tags.get(subject.name) : undefined;
    const ways = [
      ...(key === undefined ? [] : [`key ${key}`]),
      ...(ifMatch === undefined ? [] : [`if ${ifMatch}`]),
      ...(isDry ? ['dry'] : []),
    ];
    return {
      subject: subject.name,
      id: `${client.name}-${client.count}`,
      text: `${client.name}-${client.count} ${[draft.text, ...ways].join(', ')}`,
      key,
      ifMatch,
      isDry,
      draft,
      records: Object.fromEntries(
        Object.entries(subject.records).filter(([name]) => draft.records?.includes(name) ?? true),
      ),
      sent: {
        ...draft.sent,
        headers: {
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        },
        ...(isDry && { query: { ...draft.sent.query, validateOnly: 'true' } }),
      },
    };
  };

  const sendOnce = async ({ request, attempts }: Sendings): Promise<Attempt> => {
    const attempt = await send(request.text, request.sent);
    attempts.push(attempt);
    const { etag, status } = attempt.answer;
    if (etag !== undefined && status === 200 && request.draft.hasVersions !== false)
      client.tags.set(request.subject, etag);
    return attempt;
  };
  const begin = (subject: Subject, way: Way): Sendings => {
    const request = requestOf(subject, way);
    // What means the same under one key is one request.
    const known = client.keyed.find((each) => isSame(each.request, request));
    if (known && !way.isDry) return known;
    const begun = { request, attempts: [] };
    sendings.push(begun);
    if (way.key !== undefined && !way.isDry) client.keyed.push(begun);
    return begun;
  };
  const freshKey = () => `key-${client.name}-${client.count}`;

  const acts: Readonly<Record<ActName, () => Promise<unknown> | undefined>> = {
    plain: () => sendOnce(begin(chooseSubject(), {})),
    ifMatch: () => sendOnce(begin(chooseSubject(), { asksTag: true })),
    keyed: () => sendOnce(begin(chooseSubject(), { key: freshKey(), asksTag: random() < 0.4 })),
    /** One request under one key, twice at once. */
    twice() {
      const begun = begin(chooseSubject(), { key: freshKey(), asksTag: random() < 0.4 });
      return Promise.all([sendOnce(begun), sendOnce(begun)]);
    },
    /** What has no answer yet, under its key. */
    again() {
      const open = client.keyed.filter(isOpen);
      return open.length > 0 ? sendOnce(pick(open)) : undefined;
    },
    /** What was answered before, too, perhaps after many hours. */
    replay() {
      if (client.keyed.length === 0) return undefined;
      const { request, attempts } = pick(client.keyed);
      const first = attempts[0]!.invoked;
      const isLate = random() < 0.2 && world.clock.now() - first < HOURS;
      const wait = isLate ? world.wait(23 * HOURS) : Promise.resolve();
      return wait.then(() => sendOnce({ request, attempts }));
    },
    /** Another request under a key that was used. */
    reuse() {
      if (client.keyed.length === 0) return undefined;
      const { request } = pick(client.keyed);
      const subject = chooseSubject();
      if (subject.name !== request.subject) return undefined;
      // The same for another version is another request, too.
      const draft = random() < 0.3 ? request.draft : undefined;
      return sendOnce(begin(subject, { key: request.key, asksTag: random() < 0.5, draft }));
    },
    dry() {
      // A key means nothing to a dry run, be it used or free.
      const key = random() < 0.3 ? (client.keyed[0]?.request.key ?? freshKey()) : undefined;
      return sendOnce(begin(chooseSubject(), { key, asksTag: random() < 0.3, isDry: true }));
    },
    async burst() {
      const subject = chooseSubject();
      for (let count = 0; count < BURST; count++) await sendOnce(begin(subject, {}));
    },
    rest: () => world.wait(random() * 100_000),
  };
  return acts;
};
