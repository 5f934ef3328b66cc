/** One round of the storm, in a world of its own: writes in phases, whose events go their way meanwhile, and what came of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { check, expectedOf } from './events-check.ts';
import { importContacts } from './events-contacts.ts';
import { changeOf, deliveriesIn } from './events-history.ts';
import { createClock } from './events-host.ts';
import { type Fate, startReceiver } from './events-receiver.ts';
import { type Roughness, startEventsRig } from './events-rig.ts';
import { disabledOf, enable, type Held, replay, rotate, subscribeAll, subscribedOf } from './events-subscriptions.ts';
import { createAsk, createWriter, type Entry, partners } from './events-writes.ts';
import type { Trial } from './part.ts';
import { type Random, randomAt } from './random.ts';

export interface RoundSize {
  readonly phases: number;
  /** Of each phase. */
  readonly writes: number;
  /** Some requests are never answered: each takes the sender's ten seconds. */
  readonly isSilent: boolean;
}

const CALM: Roughness = { kill: 0, again: 0, twice: 0, fault: 0 };
const ROUGH: Roughness = { kill: 0.1, again: 0.3, twice: 0.05, fault: 0.03 };
/** A phase may move the clock so often before the next one begins. */
const MOST_HALTS = 3;
/** More would be an endless one. */
const MOST_HALTS_AT_THE_END = 500;
const LONGEST_WAY = 60_000;

const fateOf = (random: Random, path: string, isSilent: boolean): Fate => {
  if (path.endsWith('-gone')) return 'gone';
  if (random.chance(0.5)) return 'well';
  if (random.chance(0.02)) return 'gone';
  if (isSilent && random.chance(0.02)) return 'silence';
  return random.pick([
    ...(['cut before the body', 'cut after the body', 'error', 'error', 'sent elsewhere', 'garbage'] as const),
    ...(['slow', 'a long answer', 'no JSON', 'half an answer'] as const),
  ]);
};

export const runRound = async (trial: Trial, index: number, size: RoundSize) => {
  const random = randomAt(trial.seed, index);
  const clock = createClock();
  const failures: string[] = [];
  const ledger: Entry[] = [];
  let roughness = CALM;
  let isWell = false;
  const receiver = await startReceiver(
    (path) => (isWell && !path.endsWith('-gone') ? 'well' : fateOf(random, path, size.isSilent)),
    random,
    clock.now,
  );
  const rig = await startEventsRig(trial, { clock, random, roughness: () => roughness });
  const { way, host, target } = rig;
  const directory = await mkdtemp(join(tmpdir(), 'events-'));
  const ask = createAsk(rig.url);
  try {
    const held = await subscribeAll(ask, partners, receiver.url);
    const writers = partners.flatMap((partner) =>
      partner.locations.map((location) => createWriter(partner, location, { ask, random, ledger, failures })),
    );

    let marks = 0;
    /** Waits until all that was committed by now has been worked off by the functions on the stream. */
    const untilRouted = async () => {
      const [partner] = partners;
      const alias = `mark ${++marks}`;
      const path = `/v1/business/${partner!.marked}`;
      const answer = await ask('ours', 'PUT', path, {
        emailId: 'a@b.example',
        phone: '(650) 555-0100',
        services: 'x',
        alias,
      });
      if (answer.status !== 200) throw new Error(`A mark was refused: ${JSON.stringify(answer)}`);
      ledger.push({
        what: alias,
        times: 1,
        matches: ({ before, after }) => after?.alias === alias && before?.alias !== alias,
      });
      const began = performance.now();
      while (!way.isRouted((image) => (image.alias as { S?: string } | undefined)?.S === alias)) {
        if (performance.now() - began > LONGEST_WAY) throw new Error(`After ${LONGEST_WAY} ms a change was not routed`);
        await pause(20);
      }
      await way.untilIdle();
    };

    /** After a webhook was seen to be disabled nothing arrives until it is enabled. */
    const shut = new Map<string, number>();
    const arrivedAt = (name: string) => receiver.arrivals.filter(({ path }) => path === `/w/${name}`).length;
    const checkShut = () => {
      for (const [name, count] of shut)
        if (arrivedAt(name) > count)
          failures.push(`${arrivedAt(name) - count} requests came to ${name}, which was disabled`);
      shut.clear();
    };
    let enabled = 0;
    const enableSome = async (each: Held, isDue: boolean) => {
      const disabled = await disabledOf(ask, each);
      if (isDue && disabled.length > 0) {
        await enable(ask, each);
        enabled += disabled.length;
      } else for (const name of disabled) shut.set(name, arrivedAt(name));
    };

    for (let phase = 0; phase < size.phases; phase++) {
      roughness = ROUGH;
      let left = size.writes;
      const work = async (writer: (typeof writers)[number]) => {
        while (left-- > 0) await writer.step();
      };
      await Promise.all([
        ...writers.map(work),
        importContacts({ target, ledger, failures, directory }, phase, true),
        importContacts({ target, ledger, failures, directory }, phase, false),
        ...(phase === 1 ? held.map((each) => rotate(ask, each)) : []),
      ]);
      await untilRouted();
      for (let halts = random.below(MOST_HALTS + 1); halts > 0; halts--) await way.moveOn();
      checkShut();
      for (const each of held) await enableSome(each, !each.isGone && random.chance(0.5));
    }

    // The storm is over: what waits gets its turn, and what failed is replayed.
    isWell = true;
    roughness = CALM;
    const awaitQuiet = async () => {
      for (let halts = 0; await way.moveOn(); halts++)
        if (halts > MOST_HALTS_AT_THE_END) throw new Error('deliveries are tried without an end');
    };
    await awaitQuiet();
    checkShut();
    let replayed = 0;
    for (const each of held.filter(({ isGone }) => !isGone)) {
      await enableSome(each, true);
      replayed += await replay(ask, each);
    }
    await untilRouted();
    await awaitQuiet();

    const changes = way.history.map(changeOf);
    for (const { what, times, matches } of ledger) {
      const count = changes.filter(matches).length;
      if (count !== times)
        failures.push(`${what} was written ${times} times, and stands ${count} times in the history`);
    }
    const goneOnes = new Set(held.filter(({ isGone }) => isGone).map(({ id }) => id));
    const deliveries = await deliveriesIn(rig.table);
    for (const { body: _, ...delivery } of deliveries) {
      if (delivery.status !== 'delivered' && !goneOnes.has(String(delivery.subscriptionId)))
        failures.push(`it is over, and this is not delivered: ${JSON.stringify(delivery)}`);
    }
    const events = changes.flatMap(expectedOf);
    const { failures: found, due } = check(events, held.flatMap(subscribedOf), receiver.arrivals);
    return {
      failures: [...failures, ...found, ...rig.notices],
      writes: ledger.reduce((sum, { times }) => sum + times, 0),
      refused: ledger.filter(({ times }) => times === 0).length,
      events: events.length,
      due,
      arrivals: receiver.arrivals.length,
      kills: host.seen.kills,
      met: receiver.met,
      ...way.seen(),
      enabled,
      replayed,
    };
  } finally {
    roughness = CALM;
    await rig.close();
    receiver.close();
    await rm(directory, { recursive: true, force: true });
  }
};
