/**
 * A queue in memory with the features of Amazon SQS's standard queues that functions rely on: delays, visibility
 * time-out, receive counts, redrive to a dead-letter queue, and fairness between groups. The clock is an argument;
 * there are no timers.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createWaitingList, type Draft, type Message } from './message.ts';

export interface QueueSettings {
  readonly name: string;
  readonly visibilitySeconds: number;
  readonly delaySeconds: number;
  readonly retentionSeconds: number;
  /** The dead-letter queue for messages that were received `mostReceipts` times and never deleted. */
  readonly redrive?: { readonly deadLetters: string; readonly mostReceipts: number } | undefined;
}

/** The number of messages in each state, and the age of the oldest one. */
export interface Depths {
  readonly visible: number;
  readonly inFlight: number;
  readonly delayed: number;
  readonly oldestSeconds: number;
}

export interface FairQueue {
  readonly settings: QueueSettings;
  send(draft: Draft): Message;
  /** Returns up to `most` messages. None becomes visible again before its visibility time-out. */
  receive(most: number, visibilitySeconds?: number): Message[];
  /** Deletes a message. Returns whether the handle was that of its last receipt. */
  remove(handle: string): boolean;
  /** Makes a message visible again in `seconds`. Returns whether it was in flight with this handle. */
  changeVisibility(handle: string, seconds: number): boolean;
  /** The next time at which a message can be received; infinite if there is none. */
  nextAt(): number;
  depths(): Depths;
  purge(): void;
  /** Takes over a message that another queue moved here (redrive). */
  adopt(message: Message): void;
}

/** @param queueNamed - finds the dead-letter queue */
export const createFairQueue = (
  settings: QueueSettings,
  queueNamed: (name: string) => FairQueue | undefined,
  now: () => number,
): FairQueue => {
  const { redrive } = settings;
  /** The visible messages by group: a message without a group is its own group. */
  const ready = new Map<string, Message[]>();
  /** The messages that are delayed or in flight. */
  const waiting = createWaitingList();
  const byHandle = new Map<string, Message>();
  /** How many messages of each group are in flight. */
  const flying = new Map<string, number>();

  const groupOf = ({ group, id }: Message) => (group === undefined ? `message ${id}` : `group ${group}`);
  const count = (message: Message, by: 1 | -1) => {
    const group = groupOf(message);
    const left = (flying.get(group) ?? 0) + by;
    if (left > 0) flying.set(group, left);
    else flying.delete(group);
    message.isInFlight = by === 1;
  };
  const show = (message: Message) => {
    const list = ready.get(groupOf(message));
    if (list) list.push(message);
    else ready.set(groupOf(message), [message]);
  };
  const unshow = (message: Message): void => {
    const group = groupOf(message);
    const left = (ready.get(group) ?? []).filter((each) => each !== message);
    if (left.length > 0) ready.set(group, left);
    else ready.delete(group);
  };
  const isOld = ({ sentAt }: Message) => now() - sentAt > settings.retentionSeconds * 1000;

  /** Makes messages visible whose time has come, and moves those received too often to the dead-letter queue. */
  const advance = (): void => {
    for (const message of waiting.takeUntil(now())) {
      if (message.isInFlight) count(message, -1);
      if (isOld(message)) continue;
      const target = redrive && message.receipts >= redrive.mostReceipts ? queueNamed(redrive.deadLetters) : undefined;
      if (!target) show(message);
      else {
        byHandle.delete(message.handle ?? '');
        target.adopt(message);
      }
    }
  };

  /** The group with the fewest messages in flight, then the longest wait: a busy group delays no other. */
  const nextGroup = (): string | undefined => {
    let best: readonly [group: string, inFlight: number, since: number] | undefined;
    for (const [group, [first]] of ready) {
      const each = [group, flying.get(group) ?? 0, first!.visibleAt] as const;
      if (!best || each[1] < best[1] || (each[1] === best[1] && each[2] < best[2])) best = each;
    }
    return best?.[0];
  };

  const receiveOne = (visibilitySeconds: number): Message | undefined => {
    for (let group = nextGroup(); group !== undefined; group = nextGroup()) {
      const list = ready.get(group)!;
      const message = list.shift()!;
      if (list.length === 0) ready.delete(group);
      if (isOld(message)) continue;
      if (message.handle !== undefined) byHandle.delete(message.handle);
      message.handle = randomUUID();
      message.receipts += 1;
      message.firstReceivedAt ??= now();
      message.visibleAt = now() + visibilitySeconds * 1000;
      byHandle.set(message.handle, message);
      count(message, 1);
      waiting.add(message);
      return message;
    }
    return undefined;
  };

  return {
    settings,
    send: ({ body, group, delaySeconds = settings.delaySeconds }) => {
      const sentAt = now();
      const message: Message = {
        id: randomUUID(),
        body,
        md5: createHash('md5').update(body).digest('hex'),
        group,
        sentAt,
        firstReceivedAt: undefined,
        receipts: 0,
        visibleAt: sentAt + delaySeconds * 1000,
        handle: undefined,
        isInFlight: false,
      };
      if (delaySeconds > 0) waiting.add(message);
      else show(message);
      return message;
    },
    receive: (most, visibilitySeconds = settings.visibilitySeconds) => {
      advance();
      const received: Message[] = [];
      while (received.length < most) {
        const message = receiveOne(visibilitySeconds);
        if (!message) break;
        received.push(message);
      }
      return received;
    },
    remove: (handle) => {
      advance();
      const message = byHandle.get(handle);
      if (!message) return false;
      byHandle.delete(handle);
      if (!waiting.remove(message)) unshow(message);
      if (message.isInFlight) count(message, -1);
      return true;
    },
    changeVisibility: (handle, seconds) => {
      advance();
      const message = byHandle.get(handle);
      if (!message?.isInFlight) return false;
      waiting.remove(message);
      message.visibleAt = now() + seconds * 1000;
      waiting.add(message);
      return true;
    },
    nextAt: () => (ready.size > 0 ? now() : (waiting.first()?.visibleAt ?? Number.POSITIVE_INFINITY)),
    depths: () => {
      advance();
      const shown = [...ready.values()].flat();
      const all = [...shown, ...waiting.all()];
      const inFlight = waiting.all().filter((message) => message.isInFlight).length;
      const oldest = all.reduce((first, { sentAt }) => Math.min(first, sentAt), now());
      return {
        visible: shown.length,
        inFlight,
        delayed: waiting.all().length - inFlight,
        oldestSeconds: Math.floor((now() - oldest) / 1000),
      };
    },
    purge: () => {
      for (const each of [ready, waiting, byHandle, flying]) each.clear();
    },
    adopt: (message) => {
      show({ ...message, receipts: 0, handle: undefined, visibleAt: now(), isInFlight: false });
    },
  };
};
