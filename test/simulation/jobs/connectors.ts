/** Connectors of a schedule: what they answer, report and lose, and what must hold when a request to one begins. */
import { reportResultsOf } from '../../../lib/connectors/report.ts';
import { jobKinds as kinds } from '../../../lib/job-kinds.ts';
import { readNumbers } from '../../../lib/social/set-numbers.ts';
import type { Sent } from '../../../lib/subscriptions/send.ts';
import type { EventPost } from '../../../lib/subscriptions/signed-post.ts';
import { ACCOUNT, CONTACT, MINUTE, SECOND, SKEW } from './names.ts';
import type { Scene } from './scene.ts';

/** What was read is acted on for so long: a request may begin so long after what should have kept it back. */
const UNDER_WAY = 5 * SECOND + 1;
const MOST_WAIT = 10 * SECOND;

type Status = 'done' | 'failed' | 'rejected';

interface Request {
  readonly id: string;
  readonly type: string;
  readonly data: {
    readonly trackingId?: string;
    readonly messageId?: string;
    readonly locationNumber: number;
    readonly text: string;
    readonly deadline: string;
    readonly attempt: number;
  };
}

/** What a connector remembers of a job: it does one once, and mostly answers the same again. */
interface Known {
  readonly resultId: string;
  status?: Status;
}

/** What the connectors said: a `done` that was read or reported, and what came of it. */
export interface Said {
  readonly id: string;
  readonly how: 'answered' | 'reported';
  readonly outcome?: string;
}

export const connectorsOf = (scene: Scene) => {
  const { world, witness, network, inProcess, post, message, stress } = scene;
  const { clock, random } = world;
  const chance = (odds: number) => random() < odds;
  const between = (from: number, to: number) => from + random() * (to - from);
  const known = new Map<string, Known>();
  const inFlight = new Map<string, Request>();
  const said: Said[] = [];
  /** URLs whose connectors answer 410. */
  const gone = new Set<string>();

  const report = (id: string, status: Status, resultId: string): void => {
    const row = {
      jobId: id,
      outcome: status === 'done' ? { status, resultId } : { status, reason: 'reported' },
    };
    const once = (tries: number): void => {
      inProcess('report', (store) => reportResultsOf(store, [row], { kinds, readNumbers, validateOnly: false })).then(
        ([reported]) => {
          const { outcome } = reported!;
          world.note(`reported that ${id} is ${status}: ${outcome}`);
          if (status === 'done') said.push({ id, how: 'reported', outcome });
        },
        () => {
          if (tries < 5) clock.after(between(1, 20) * SECOND, () => once(tries + 1));
        },
      );
    };
    once(0);
    if (chance(0.25)) clock.after(between(0, 30 * SECOND), () => once(0));
  };

  /** One after the other, in their order: the next one begins after the one before has ended, though a try may be under way. */
  const checkSequence = (id: string): void => {
    for (const [other, { data }] of inFlight)
      if (data.messageId !== undefined && other !== id && !witness.accepted.has(other) && !witness.ended.has(other))
        witness.break(`two messages of a sequence are in flight: ${other} and ${id}`);
    if (witness.sequence.indexOf(id) < witness.lastBegun)
      if (!begunOnce.has(id)) witness.break(`a message overtakes: ${id}`);
    begunOnce.add(id);
    witness.lastBegun = Math.max(witness.lastBegun, witness.sequence.indexOf(id));
  };
  const begunOnce = new Set<string>();

  const checkBegin = (url: string, { id, type, data }: Request): void => {
    const now = clock.now();
    const number = data.locationNumber;
    const since = (at: number | undefined, what: string) => {
      if (at !== undefined && now > at + UNDER_WAY)
        witness.break(`a try of ${id} ${Math.round(now - at)} ms after ${what}`);
    };
    if (now > Date.parse(data.deadline) + SKEW) witness.break(`a try of ${id} after its deadline`);
    if (inFlight.has(id)) witness.break(`${id} is twice in flight`);
    since(witness.ended.get(id), 'the job ended');
    since(witness.accepted.get(id), 'a 202 was noted');
    since(witness.closedUrls.get(url), 'its connector was removed or disabled');
    since(witness.gone.get(`location ${number}`), 'the location was deleted');
    since(witness.gone.get(`account ${ACCOUNT}`), 'the account was deleted');
    if (data.messageId !== undefined) {
      since(witness.gone.get(`contact ${CONTACT}`), 'the contact was deleted');
      const isCampaign = message(data.messageId)?.isCampaign === true;
      since(witness.optedOut.get(isCampaign ? 'campaign' : 'answer'), 'the contact opted out');
      checkSequence(id);
    }
    if (data.trackingId === undefined) return;
    if (witness.cancelled.has(`${data.trackingId} ${number}`))
      witness.break(`${id} is for a location that is cancelled`);
    const standing = post(data.trackingId);
    if (type === 'post.publish' && standing && standing.text !== data.text)
      witness.break(`${id} has a text that did not win: ${data.text}`);
  };

  /** What a connector does with a request that reached it; `undefined` where no answer comes. */
  const answerOf = (url: string, { id, type, data }: Request): Partial<Sent> | undefined => {
    const own = known.get(id) ?? { resultId: `r_${id.slice(-8)}` };
    known.set(id, own);
    const json = (body: object) => ({ status: 200, body: JSON.stringify(body) });
    const ending = (status: Status) => {
      own.status = status;
      if (status === 'done') return json({ status, id: own.resultId });
      return json({ status, reason: 'said', ...(chance(0.2) && { channel: 'disconnected' }) });
    };
    if (gone.has(url)) return { status: 410 };
    // Or just past the deadline.
    const asks = chance(0.5)
      ? between(1, 400)
      : (Date.parse(data.deadline) - clock.now()) / SECOND + between(...stress.asks);
    if (own.status && chance(0.9)) return ending(own.status);
    switch (
      world.weighted([
        [5, 'done'],
        [stress.busy, 'busy'],
        [1, 'silent'],
        [stress.unanswered, 'nothing'],
        [1, 'failed'],
        [1, 'rejected'],
        [3, 'later'],
        [1, 'bad'],
        [1, 'without id'],
        [0.4, 'gone'],
        [1, 'mad'],
      ] as const)
    ) {
      case 'done':
        return ending('done');
      case 'failed':
        return ending('failed');
      case 'rejected':
        return ending('rejected');
      case 'silent':
        own.status = 'done';
        if (chance(0.5)) clock.after(between(0, 40) * MINUTE, () => report(id, 'done', own.resultId));
        return undefined;
      case 'nothing':
        return undefined;
      case 'busy':
        return { status: 503, ...(chance(0.4) && { retryAfter: String(Math.floor(asks)) }) };
      case 'bad':
        return { status: 200, body: 'done' };
      case 'without id':
        return type === 'post.publish' || type === 'message.send' ? json({ status: 'done' }) : { status: 500 };
      case 'gone':
        gone.add(url);
        return { status: 410 };
      case 'mad': {
        for (let count = 0; count < 3; count++)
          clock.after(between(0, 20) * SECOND, () =>
            report(id, world.pick(['done', 'failed', 'rejected']), world.pick([own.resultId, 'other'])),
          );
        return world.pick([ending('done'), { status: 202 }, { status: 503 }, ending('failed')]);
      }
      case 'later': {
        const after = world.pick([0, between(0, 2 * SECOND), between(0, MINUTE), between(0, 70 * MINUTE)]);
        if (!chance(0.15))
          clock.after(after, () => {
            const status = world.pick(['done', 'done', 'done', 'failed', 'rejected'] as const);
            own.status = status;
            report(id, status, own.resultId);
          });
        return { status: 202 };
      }
    }
  };

  const request = ({ url, body }: EventPost): Promise<Sent> =>
    new Promise((resolve) => {
      const process = world.running()?.process;
      const sent = JSON.parse(body) as Request;
      const { id } = sent;
      const begun = clock.now();
      world.note(`sends ${sent.type} ${id} to ${url}, attempt ${sent.data.attempt}`);
      checkBegin(url, sent);
      inFlight.set(id, sent);
      let isOver = false;
      const end = (answer: Partial<Sent>) => {
        if (isOver) return;
        isOver = true;
        inFlight.delete(id);
        world.note(`${id} is answered ${answer.status ?? answer.error} ${answer.body ?? ''}`);
        const milliseconds = Math.round(clock.now() - begun);
        clock.after(0, () => resolve({ milliseconds, ...answer } as Sent), process);
        if (answer.body?.startsWith('{"status":"done","id"')) said.push({ id, how: 'answered' });
      };
      clock.after(MOST_WAIT, () => end({ error: 'timeout' }));
      if (chance(network.requestLost)) return;
      clock.after(chance(network.slow) ? between(500, 15_000) : between(5, 300), () => {
        const answer = answerOf(url, sent);
        const takes = chance(0.1) ? between(1, 12) * SECOND : between(10, 400);
        if (answer && !chance(network.responseLost)) clock.after(takes, () => end(answer));
      });
    });

  /** Reports a job that the connector knows or not. */
  const reportNow = (id: string, status: Status) => report(id, status, known.get(id)?.resultId ?? `r_${id.slice(-8)}`);

  return { request, said, gone, report: reportNow };
};
export type Connectors = ReturnType<typeof connectorsOf>;
