/** The queue in memory, by a clock that the test moves. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createFairQueue, type FairQueue, type QueueSettings } from '../../../tools/local/queue/fair-queue.ts';

const clock = { now: 1_000_000 };
const pass = (seconds: number) => {
  clock.now += seconds * 1000;
};

const settings: QueueSettings = { name: 'work', visibilitySeconds: 30, delaySeconds: 0, retentionSeconds: 3600 };
let dead: FairQueue;
const open = (more: Partial<QueueSettings> = {}) =>
  createFairQueue(
    { ...settings, ...more },
    () => dead,
    () => clock.now,
  );
let queue: FairQueue;
beforeEach(() => {
  dead = open({ name: 'dead' });
  queue = open({ redrive: { deadLetters: 'dead', mostReceipts: 3 } });
});

const bodies = (most = 10, from = queue) => from.receive(most).map(({ body }) => body);
const sendAll = (group: string, count: number) => {
  for (let number = 1; number <= count; number++) queue.send({ body: `${group}${number}`, group });
};

describe('A message', () => {
  it('is shown to one, and again after the visibility time-out', () => {
    queue.send({ body: 'a' });
    expect([bodies(), bodies()]).toEqual([['a'], []]);
    pass(29.999);
    expect(bodies()).toEqual([]);
    pass(0.001);
    const [again] = queue.receive(1);
    expect([again?.body, again?.receipts]).toEqual(['a', 2]);
  });

  it('is gone once it is deleted by the handle of its last receipt', () => {
    queue.send({ body: 'a' });
    const [first] = queue.receive(1);
    const { handle } = { ...first };
    pass(30);
    const [second] = queue.receive(1);
    expect(queue.remove(handle!)).toBe(false);
    expect(queue.remove(second!.handle!)).toBe(true);
    pass(100);
    expect(bodies()).toEqual([]);
  });

  it('can be deleted late, as long as no other has received it', () => {
    queue.send({ body: 'a' });
    const [first] = queue.receive(1);
    pass(31);
    expect(queue.depths()).toMatchObject({ visible: 1, inFlight: 0 });
    expect(queue.remove(first!.handle!)).toBe(true);
    expect(bodies()).toEqual([]);
  });

  it('is not shown before its delay is over', () => {
    queue.send({ body: 'a', delaySeconds: 900 });
    queue.send({ body: 'b', delaySeconds: 5 });
    expect(queue.depths()).toEqual({ visible: 0, inFlight: 0, delayed: 2, oldestSeconds: 0 });
    expect(queue.nextAt()).toBe(clock.now + 5000);
    pass(5);
    expect(bodies()).toEqual(['b']);
    pass(895);
    expect(bodies()).toContain('a');
  });

  it('is shown when its visibility is changed to end, and later where it is changed so', () => {
    queue.send({ body: 'a' });
    const [first] = queue.receive(1);
    expect(queue.changeVisibility(first!.handle!, 0)).toBe(true);
    const [second] = queue.receive(1);
    expect(queue.changeVisibility(second!.handle!, 100)).toBe(true);
    pass(99);
    expect(bodies()).toEqual([]);
    pass(1);
    expect(bodies()).toEqual(['a']);
    expect(queue.changeVisibility('none', 1)).toBe(false);
  });

  it('goes to the dead-letter queue once it was received too often, and begins again there', () => {
    queue.send({ body: 'poison', group: 'g' });
    for (let receipt = 1; receipt <= 3; receipt++) {
      expect(bodies()).toEqual(['poison']);
      pass(30);
    }
    expect(bodies()).toEqual([]);
    const [letter] = dead.receive(1);
    expect([letter?.body, letter?.group, letter?.receipts]).toEqual(['poison', 'g', 1]);
    expect(queue.depths()).toEqual({ visible: 0, inFlight: 0, delayed: 0, oldestSeconds: 0 });
  });

  it('is forgotten once it is older than the queue keeps it', () => {
    queue.send({ body: 'old' });
    pass(3601);
    queue.send({ body: 'new' });
    expect(bodies()).toEqual(['new']);
  });

  it('is counted where it is', () => {
    sendAll('a', 3);
    queue.receive(1);
    queue.send({ body: 'late', delaySeconds: 60 });
    pass(10);
    expect(queue.depths()).toEqual({ visible: 2, inFlight: 1, delayed: 1, oldestSeconds: 10 });
    queue.purge();
    expect(queue.depths()).toEqual({ visible: 0, inFlight: 0, delayed: 0, oldestSeconds: 0 });
    expect(queue.nextAt()).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('Groups', () => {
  it('take turns, however many messages one of them has', () => {
    sendAll('loud', 1000);
    sendAll('quiet', 2);
    expect(bodies(4)).toEqual(['loud1', 'quiet1', 'loud2', 'quiet2']);
  });

  it('that hold many messages in flight wait behind those that hold few', () => {
    sendAll('slow', 40);
    expect(bodies(20)).toHaveLength(20);
    sendAll('quick', 3);
    expect(bodies(4)).toEqual(['quick1', 'quick2', 'quick3', 'slow21']);
  });

  it('are even again once what was in flight is deleted or shown again', () => {
    sendAll('a', 4);
    const held = queue.receive(2);
    for (const { handle } of held) queue.remove(handle!);
    sendAll('b', 1);
    expect(bodies(2)).toEqual(['a3', 'b1']);
    pass(30);
    expect(bodies(10).sort()).toEqual(['a3', 'a4', 'b1']);
  });

  it('count as in flight what is, and no longer what has come back by itself', () => {
    sendAll('a', 2);
    queue.receive(1);
    pass(30);
    sendAll('b', 1);
    // Both of the group wait, and have waited for longer.
    expect(bodies(1)).toEqual(['a2']);
    expect(bodies(2)).toEqual(['b1', 'a1']);
  });

  it('a message without one is one of its own', () => {
    sendAll('g', 3);
    queue.send({ body: 'alone' });
    queue.send({ body: 'alone too' });
    expect(bodies(3)).toEqual(['g1', 'alone', 'alone too']);
  });
});
