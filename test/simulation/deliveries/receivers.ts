/** Endpoints of a schedule of deliveries: how long they take, what they answer, and when their hosts are down. */
import { clock as ownClock } from '../../../lib/dynamodb/client/clock.ts';
import type { Sent } from '../../../lib/subscriptions/send.ts';
import type { EventPost } from '../../../lib/subscriptions/signed-post.ts';
import { SECOND } from '../jobs/names.ts';
import type { World } from '../world.ts';
import { hostOf, MOST_WAIT } from './names.ts';
import type { Witness } from './witness.ts';

/** An endpoint that had less time than this to accept a connection has not failed. */
const LEAST_TO_CONNECT = 3 * SECOND;
const MOST_ASKED = 2000;

export const receiversOf = (world: World, witness: Witness) => {
  const { clock, random } = world;
  /** Hosts that answer 503. */
  const down = new Set<string>();

  const answerOf = ({ url, eventId }: EventPost): Omit<Sent, 'milliseconds'> => {
    if (witness.gone.has(url)) return { status: 410 };
    if (down.has(hostOf(url)) || random() < 0.1)
      return { status: 503, ...(random() < 0.2 && { retryAfter: String(world.below(MOST_ASKED)) }) };
    witness.receives(eventId, url);
    return { status: 200 };
  };

  /** A request, as `lib/subscriptions/send.ts` makes it: what connects too late is not handed over. */
  const post = async (request: EventPost): Promise<Sent> => {
    const { url, eventId, sendBy } = request;
    const begun = ownClock.now();
    const taken = () => Math.min(MOST_WAIT, ownClock.now() - begun);
    await world.wait(random() * world.pick([10, 10, 10, 10, 10, 300, 6 * SECOND]));
    if (ownClock.now() > sendBy)
      return {
        error: 'timeout',
        milliseconds: taken(),
        ...(sendBy - begun < LEAST_TO_CONNECT && { isOurs: true as const }),
      };
    world.note(`sends ${eventId} to ${url}`);
    witness.begins(eventId, url);
    const answerTakes = world.weighted([
      [8, 50],
      [2, 900],
      [1, 5 * SECOND],
      [1, MOST_WAIT],
    ]);
    await world.wait(Math.min(MOST_WAIT - taken(), answerTakes + random() * 20));
    witness.ends(eventId, url);
    const answer = answerTakes === MOST_WAIT ? { error: 'timeout' as const } : answerOf(request);
    world.note(`${eventId} is answered ${answer.status ?? answer.error}`);
    return { ...answer, milliseconds: taken() };
  };

  /** A host answers nothing else than 503 for a while. */
  const breakDown = (url: string, milliseconds: number): void => {
    const host = hostOf(url);
    world.note(`${host} is down`);
    down.add(host);
    clock.after(milliseconds, () => down.delete(host));
  };
  return { post, breakDown };
};
export type Receivers = ReturnType<typeof receiversOf>;
