/** Posts that fall due together, at accounts of one partner and of quiet ones, by the deployed functions in simulated time. */
import { handler as moveDue } from '../../../functions/events/move-due.ts';
import { handler as runJobs } from '../../../functions/events/run-jobs.ts';
import { businessItem } from '../../../lib/business/repository/business.ts';
import { SITES } from '../../../lib/connectors/repository/channels.ts';
import { jobFrom } from '../../../lib/connectors/repository/job.ts';
import { jobMessage, queuedWork } from '../../../lib/connectors/repository/messages.ts';
import { useTable } from '../../../lib/dynamodb/client/environment.ts';
import type { MessageQueue } from '../../../lib/dynamodb/stream/roles.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { tableOf } from '../../../lib/dynamodb/table/table.ts';
import { channelItem } from '../../../lib/social/repository/channel.ts';
import { drawTrackingId, type Post, postFrom, postItem } from '../../../lib/social/repository/post.ts';
import { putStartDue } from '../../../lib/social/repository/post-due.ts';
import { secretsItem } from '../../../lib/subscriptions/repository/secrets.ts';
import { drawConnectorsId, subscriptionItem } from '../../../lib/subscriptions/repository/subscription.ts';
import type { Sent } from '../../../lib/subscriptions/send.ts';
import type { EventPost } from '../../../lib/subscriptions/signed-post.ts';
import { createFairQueue } from '../../../tools/local/queue/fair-queue.ts';
import { createNetwork, noFaults } from '../network.ts';
import { createStore } from '../store.ts';
import { createWorld } from '../world.ts';
import { doubles } from './doubles.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** How an event source mapping takes messages. */
const BATCH = 10;
const POLL_MILLISECONDS = 20;
const TIMEOUT = 25 * SECOND;

type Kind = 'well' | 'slow' | 'failing' | 'dead';

export interface StormOptions {
  readonly seed: number;
  /** Partners among whose accounts the connectors are shared evenly. */
  readonly partners: number;
  readonly connectors: number;
  readonly posts: number;
  /** The posts fall due evenly within so many seconds. */
  readonly within: number;
  /** The parts of the connectors that answer after 3 to 9 s, with 503, and not within 10 s. */
  readonly slow: number;
  readonly failing: number;
  readonly dead: number;
  /** Each has one connector and a post each second. */
  readonly quietPartners: number;
  /** How many batches are under way at once, and how many requests of a partner. */
  readonly jobsAtOnce: number;
  readonly mostOfPartner: number;
  /** Seconds after the last post until the world is looked at. */
  readonly after: number;
}

/** Milliseconds between a post's time and what follows, by the posts of the busy and of the quiet partners. */
export interface Storm {
  readonly busyStarts: readonly number[];
  readonly quietStarts: readonly number[];
  /** From the time of the post to the first request, at connectors that answer well. */
  readonly busyRequests: readonly number[];
  readonly quietRequests: readonly number[];
  /** The most requests of one busy partner that were in flight at once. */
  readonly mostInFlight: number;
  /** Messages that were received. */
  readonly received: number;
}

/** The value below which this part of the values lies. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

export const runStorm = async (options: StormOptions): Promise<Storm> => {
  const world = createWorld(options.seed);
  const { clock, random } = world;
  const between = (from: number, to: number) => from + random() * (to - from);
  const begin = clock.now();
  const firstDue = begin + MINUTE + 30 * SECOND;
  const lastDue = firstDue + options.within * SECOND;
  const end = lastDue + options.after * SECOND;
  const times = new Map<string, { readonly time: number; readonly isQuiet: boolean }>();
  const kinds = new Map<string, Kind>();
  const results: Record<'busyStarts' | 'quietStarts' | 'busyRequests' | 'quietRequests', number[]> = {
    busyStarts: [],
    quietStarts: [],
    busyRequests: [],
    quietRequests: [],
  };

  const settings = { name: 'jobs', visibilitySeconds: 150, delaySeconds: 0, retentionSeconds: 345_600 };
  const fair = createFairQueue(settings, () => undefined, clock.now);
  const queue: MessageQueue = {
    async send(messages) {
      await world.wait(between(5, 15));
      for (const { delaySeconds = 0, ...each } of messages)
        fair.send({ ...each, delaySeconds: Math.ceil(delaySeconds) });
    },
    within: () => queue,
  };
  doubles.jobs = queue;

  const store = createStore(clock.now, ({ before, after }) => {
    if (after?.type === 'post' && before?.status === 'scheduled' && after.status === 'started') {
      const { trackingId, time } = postFrom(after as Item);
      results[times.get(trackingId)?.isQuiet ? 'quietStarts' : 'busyStarts'].push(clock.now() - time);
    }
    // As `route-events` sends a job that has come to be.
    if (after?.type === 'job' && !before)
      clock.after(between(50, 300), () => queue.send([queuedWork(jobMessage(jobFrom(after as Item)))]));
  });
  const table = tableOf('storm', createNetwork(world, store, noFaults).call);
  useTable(table);

  const accountOf = (
    partnerId: string,
    accountNumber: number,
    kind: Kind,
    sites: readonly (typeof SITES)[number][],
  ) => {
    const location = accountNumber + 1;
    const id = drawConnectorsId(accountNumber);
    const webhooks = sites.map((channel) => {
      const url = `https://${partnerId}.example/${accountNumber}/${channel}`;
      kinds.set(url, kind);
      return { id: `cn_${accountNumber}${channel}`, channel, url, events: [] };
    });
    const common = { id, partnerId, accountNumber, businessId: accountNumber, kind: 'connectors' as const };
    store.seed(subscriptionItem({ ...common, webhooks, createdAt: new Date(begin).toISOString() }));
    store.seed(secretsItem(partnerId, id, { secrets: [{ value: 'whsec_AAAA' }], auth: null }));
    const profile = { name: 'Shop' };
    store.seed(businessItem(partnerId, { businessNumber: location, accountNumber, listingFixed: false, profile }));
    for (const socialSite of sites)
      store.seed(
        channelItem({
          partnerId,
          accountNumber,
          businessNumber: location,
          socialSite,
          status: 'connected',
          channelId: 'p',
        }),
      );
    return (socialSite: (typeof SITES)[number], time: number, isQuiet: boolean) => {
      const trackingId = drawTrackingId();
      const post: Post = {
        ...{ partnerId, accountNumber, trackingId, socialSite, text: 'Pie', time, media: [], callToAction: null },
        ...{ status: 'scheduled', businessNumbers: [location], cancelled: [], changes: 0 },
        createdAt: new Date(begin).toISOString(),
      };
      times.set(trackingId, { time, isQuiet });
      store.seed(postItem(post));
      const due = putStartDue(post, time) as { readonly Put: { readonly Item: Item } };
      store.seed(due.Put.Item);
    };
  };

  const kindAt = (place: number): Kind => {
    const { slow, failing, dead } = options;
    if (place < slow) return 'slow';
    if (place < slow + failing) return 'failing';
    return place < slow + failing + dead ? 'dead' : 'well';
  };
  const accounts = Math.ceil(options.connectors / SITES.length);
  const puts = Array.from({ length: accounts }, (_, index) =>
    accountOf(`busy${index % options.partners}`, 1000 + 10 * index, kindAt((index + 0.5) / accounts), SITES),
  );
  for (let post = 0; post < options.posts; post++)
    puts[post % accounts]!(
      SITES[Math.floor(post / accounts) % SITES.length]!,
      Math.floor(firstDue + (post / options.posts) * options.within * SECOND),
      false,
    );
  for (let index = 0; index < options.quietPartners; index++) {
    const put = accountOf(`quiet${index}`, 900_000 + 10 * index, 'well', ['ALPHA']);
    for (let second = 0; second < options.within; second++)
      put('ALPHA', Math.floor(firstDue + (second + random()) * SECOND), true);
  }

  const inFlight = new Map<string, number>();
  let mostInFlight = 0;
  doubles.post = async ({ url, body }: EventPost): Promise<Sent> => {
    const { data } = JSON.parse(body) as { readonly data: { readonly trackingId: string; readonly attempt: number } };
    const kind = kinds.get(url) ?? 'well';
    const { time, isQuiet } = times.get(data.trackingId)!;
    if (data.attempt === 1 && kind === 'well')
      results[isQuiet ? 'quietRequests' : 'busyRequests'].push(clock.now() - time);
    const partner = new URL(url).host;
    inFlight.set(partner, (inFlight.get(partner) ?? 0) + 1);
    mostInFlight = Math.max(mostInFlight, inFlight.get(partner)!);
    const milliseconds = Math.floor(
      kind === 'dead' ? 10 * SECOND : kind === 'slow' ? between(3, 9) * SECOND : between(100, 500),
    );
    await world.wait(milliseconds);
    inFlight.set(partner, inFlight.get(partner)! - 1);
    if (kind === 'dead') return { error: 'timeout', milliseconds };
    if (kind === 'failing') return { status: 503, milliseconds };
    return { status: 200, milliseconds, body: '{"status":"done","id":"p1"}' };
  };

  let received = 0;
  const batches = new Set<Promise<unknown>>();
  const invocation = () => {
    const stop = clock.now() + TIMEOUT;
    return { getRemainingTimeInMillis: () => stop - clock.now() };
  };
  const workOn = async (messages: ReturnType<typeof fair.receive>) => {
    const Records = messages.map(({ body, receipts }, index) => ({
      messageId: String(index),
      body,
      attributes: { ApproximateReceiveCount: String(receipts) },
    }));
    const { batchItemFailures } = await runJobs({ Records } as never, invocation());
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const [index, { handle }] of messages.entries()) if (!failed.has(String(index))) fair.remove(handle!);
  };
  const poll = async () => {
    while (clock.now() < end) {
      while (batches.size < options.jobsAtOnce) {
        const messages = fair.receive(BATCH);
        received += messages.length;
        if (messages.length === 0) break;
        const batch = workOn(messages).finally(() => batches.delete(batch));
        batches.add(batch);
      }
      await world.wait(POLL_MILLISECONDS);
    }
    await Promise.all(batches);
  };
  const tick = async () => {
    for (let at = begin + 20 * SECOND; at < end; at += MINUTE) {
      await world.wait(Math.max(0, at - clock.now()));
      await moveDue({}, invocation());
    }
  };
  process.env.REQUESTS_OF_A_PARTNER = String(options.mostOfPartner);
  try {
    await clock.runUntil(Promise.all([poll(), tick()]));
    return { ...results, mostInFlight, received };
  } finally {
    delete process.env.REQUESTS_OF_A_PARTNER;
    useTable(undefined);
    world.restore();
  }
};
