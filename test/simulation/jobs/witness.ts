/** Sees each write of a schedule of jobs, and what of it must never be: states outside the tables, jobs side by side, and the like. */
import { isOpen, jobFrom } from '../../../lib/connectors/repository/job.ts';
import type { Contact } from '../../../lib/contacts/repository/contact.ts';
import { conversationFrom } from '../../../lib/conversations/repository/conversation.ts';
import { messageFrom } from '../../../lib/conversations/repository/message.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { postFrom } from '../../../lib/social/repository/post.ts';
import { type PostCommand, postCommandFrom } from '../../../lib/social/repository/post-command.ts';
import { postLocationFrom } from '../../../lib/social/repository/post-location.ts';
import type { Changed } from '../store.ts';
import type { World } from '../world.ts';
import { SKEW } from './names.ts';

/** A status may become these. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  none: ['POST_PROCESSING', 'POST_FAILED'],
  POST_PROCESSING: ['POST_SUCCEEDED', 'POST_FAILED', 'REJECTED_BY_APPROVER'],
  POST_SUCCEEDED: ['POST_DELETED'],
  POST_FAILED: ['POST_SUCCEEDED'],
};
const POSTS: Readonly<Record<string, readonly string[]>> = {
  none: ['scheduled'],
  scheduled: ['started', 'cancelled'],
};
const MESSAGES: Readonly<Record<string, readonly string[]>> = {
  none: ['SENDING', 'RECEIVED'],
  SENDING: ['SENT', 'FAILED'],
  FAILED: ['SENT'],
};
/** One under way, and so many behind it. */
const MOST_WAITING = 20;
const DISABLED = 'the connector is disabled';
/** What was read is acted on for so long. */
const UNDER_WAY = 6000;
const ENDS = ['done', 'failed', 'rejected'];
const JOBS: Readonly<Record<string, readonly string[]>> = {
  none: ['pending', 'waiting'],
  waiting: ['pending', ...ENDS],
  pending: ['accepted', ...ENDS],
  accepted: ENDS,
};

/** A transition of which subscribers are notified once. */
const EVENTS: Readonly<Record<string, string>> = {
  POST_SUCCEEDED: 'SOCIAL_POST_PUBLISHED',
  POST_FAILED: 'SOCIAL_POST_FAILED',
  REJECTED_BY_APPROVER: 'SOCIAL_POST_REJECTED',
};

/** Counts by name. */
export const countIn = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

/** @param itemsOf - all items of the table */
export const createWitness = (world: World, itemsOf: () => Iterable<Item>) => {
  const { clock } = world;
  const wrong: string[] = [];
  /** When jobs ended, were accepted, or locations and the account went: by name. */
  const ended = new Map<string, number>();
  const accepted = new Map<string, number>();
  const gone = new Map<string, number>();
  /** URLs that no connector has any more, or whose connector is disabled, since when. */
  const closedUrls = new Map<string, number>();
  const cancelled = new Map<string, number>();
  const startedAt = new Map<string, number>();
  const commands: PostCommand[] = [];
  const texts = new Set<string>();
  /** The jobs of messages, in the order of their acceptance. */
  const sequence: string[] = [];
  /** Since when the contact may get no message of a campaign, and none that is an answer. */
  const optedOut = new Map<'campaign' | 'answer', number>();
  const heard: { contact?: Contact; isOptOut?: boolean } = {};
  const events = new Map<string, number>();
  const urls = new Map<string, string>();
  const break_ = (text: string) => {
    wrong.push(text);
    world.note(`*** ${text}`);
  };
  const checkMove = (what: string, moves: typeof PLACES, before: Item | undefined, after: Item) => {
    const [from, to] = [String(before?.status ?? 'none'), String(after.status)];
    if (from !== to || !before) world.note(`${what} is ${to}`);
    if (from !== to && !moves[from]?.includes(to)) break_(`a state off the table: ${what} from ${from} to ${to}`);
  };

  const seePost = (before: Item | undefined, after: Item) => {
    const post = postFrom(after);
    checkMove('the post', POSTS, before, after);
    texts.add(post.text);
    // A location that is deleted leaves a started post too: what is under way there may still go out.
    for (const number of before?.status === 'started' ? [] : post.cancelled) {
      const name = `${post.trackingId} ${number}`;
      if (!cancelled.has(name)) cancelled.set(name, clock.now());
    }
    for (const number of post.businessNumbers)
      if (!post.cancelled.includes(number)) cancelled.delete(`${post.trackingId} ${number}`);
    if (before?.status === 'scheduled' && post.status === 'started') {
      startedAt.set(post.trackingId, clock.now());
      if (clock.now() < post.time - SKEW) break_(`started before its time, by ${post.time - clock.now()} ms`);
    }
    if (before && before.status !== 'scheduled' && (before.text !== post.text || before.time !== post.time))
      break_(`a post that is ${before.status} was edited`);
  };
  const seePlace = (before: Item | undefined, after: Item) => {
    const place = postLocationFrom(after);
    checkMove(`the post at ${place.businessNumber}`, PLACES, before, after);
    const event = before?.status === place.status ? undefined : EVENTS[place.status];
    if (event) countIn(events, `${event} ${place.trackingId} ${place.businessNumber}`);
    const change = before && postLocationFrom(before).lastChange;
    if (change?.status === 'PROCESSING' && place.lastChange?.jobId !== change.jobId)
      break_(`a change under way at ${place.businessNumber} was overwritten`);
  };
  const seeJob = (before: Item | undefined, after: Item) => {
    const job = jobFrom(after);
    const was = before && jobFrom(before);
    if (was && !isOpen(was)) {
      const isLate = was.isEndedByUs && job.status === 'done';
      if (job.status !== was.status && !isLate)
        break_(`not the first result: ${job.id} from ${was.status} to ${job.status}`);
    } else checkMove(job.id, JOBS, before, after);
    if (was && isOpen(was) && !isOpen(job)) ended.set(job.id, clock.now());
    if (was && isOpen(was) && job.reason === DISABLED && clock.now() > connectors.since + UNDER_WAY)
      if (connectors.urls.some((url) => !closedUrls.has(url)))
        break_(`${job.id} ended though its connector is not disabled`);
    if (job.status === 'accepted' && was?.status !== 'accepted') accepted.set(job.id, clock.now());
    if (!before && job.act === 'message.send') sequence.push(job.id);
    if (before || job.of.trackingId === undefined) return;
    const open = [...itemsOf()].filter(
      ({ type, of, ...each }) =>
        type === 'job' &&
        (of as typeof job.of).trackingId === job.of.trackingId &&
        each.locationNumber === job.locationNumber &&
        isOpen(each as unknown as typeof job),
    );
    if (open.length > 1) break_(`${open.length} open jobs of a post at ${job.locationNumber}`);
  };
  const seePermission = () => {
    const isIn = heard.contact?.smsOptin === true;
    const set = (of: 'campaign' | 'answer', isOut: boolean) => {
      if (!isOut) optedOut.delete(of);
      else if (!optedOut.has(of)) optedOut.set(of, clock.now());
    };
    set('campaign', !isIn);
    set('answer', !isIn && heard.isOptOut !== false);
  };
  const seeContact = (_before: Item | undefined, after: Item) => {
    heard.contact = after.contact as Contact;
    seePermission();
  };
  const seeMessage = (before: Item | undefined, after: Item) => {
    const { messageId, text, status, businessNumber } = messageFrom(after);
    checkMove(`message ${text}`, MESSAGES, before, after);
    if (!before) countIn(events, `MESSAGE_ADDED ${messageId} ${businessNumber}`);
    if (!before && texts.has(text) && text.startsWith('message')) break_(`a message is there twice: ${text}`);
    if (before?.status !== 'FAILED' && status === 'FAILED')
      countIn(events, `MESSAGE_FAILED ${messageId} ${businessNumber}`);
    texts.add(text);
  };
  const seeTalk = (before: Item | undefined, after: Item) => {
    const { conversationId, businessNumber, sequence: found, heard: last } = conversationFrom(after);
    if (before?.conversationId !== conversationId)
      countIn(events, `CONVERSATION_CREATED ${conversationId} ${businessNumber}`);
    if (found.waiting.length > MOST_WAITING) break_(`${found.waiting.length} messages wait`);
    if (found.first === undefined && found.waiting.length > 0) break_('messages wait behind none');
    heard.isOptOut = last.SMS === undefined || last.SMS.isOptOut === true;
    seePermission();
  };
  const seeChannel = (before: Item | undefined, after: Item) => {
    if (before?.status === 'connected' && after.status === 'disconnected')
      countIn(events, `SOCIAL_CHANNEL_DISCONNECTED undefined ${after.businessNumber}`);
  };
  const connectors = { urls: [] as readonly string[], since: 0 };
  const seeConnectors = (before: Item | undefined, after: Item | undefined) => {
    if ((after ?? before)?.kind !== 'connectors') return;
    const urlsOf = (item: Item | undefined) =>
      ((item?.kind === 'connectors' ? item.webhooks : []) as readonly { url: string }[]).map(({ url }) => url);
    for (const url of urlsOf(before)) if (!urlsOf(after).includes(url)) closedUrls.set(url, clock.now());
    for (const url of urlsOf(after)) closedUrls.delete(url);
    Object.assign(connectors, { urls: urlsOf(after), since: clock.now() });
  };
  const seeState = (before: Item | undefined, after: Item) => {
    const url = urls.get(String(after.target));
    if (url && after.disabledSince !== undefined && before?.disabledSince === undefined)
      closedUrls.set(url, clock.now());
  };
  const seen: Readonly<Record<string, (before: Item | undefined, after: Item) => void>> = {
    post: seePost,
    postLocation: seePlace,
    job: seeJob,
    channel: seeChannel,
    subscription: seeConnectors,
    webhookState: seeState,
    contact: seeContact,
    conversation: seeTalk,
    message: seeMessage,
    postCommand: (before, after) => {
      if (!before) commands.push(postCommandFrom(after));
    },
  };
  const lost = (before: Item) => {
    const { type, accountNumber, businessNumber, id } = before;
    if (type === 'business') gone.set(`location ${businessNumber}`, clock.now());
    if (type === 'contact') gone.set(`contact ${(before.contact as Contact).id}`, clock.now());
    if (type === 'account') gone.set(`account ${accountNumber}`, clock.now());
    if (type === 'subscription') seeConnectors(before, undefined);
    if (type === 'job') ended.set(String(id), ended.get(String(id)) ?? clock.now());
    if (['business', 'account', 'post', 'contact'].includes(String(type))) world.note(`a ${type} is gone`);
  };

  return {
    ...{ wrong, ended, accepted, gone, closedUrls, cancelled, startedAt, commands, texts, events, urls },
    ...{ sequence, optedOut },
    /** The place, in their sequence, of the last message that was sent a first time. */
    lastBegun: -1,
    break: break_,
    see({ before, after }: Changed): void {
      if (after) seen[String(after.type)]?.(before as Item | undefined, after as Item);
      else lost(before as Item);
    },
  };
};
export type Witness = ReturnType<typeof createWitness>;
