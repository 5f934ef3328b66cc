/** What partners do in a schedule: they set connectors, schedule a post, edit, cancel and delete it, and delete where it goes; or talk. */
import { deleteRecord } from '../../../lib/business/delete.ts';
import { setConnectorsOf } from '../../../lib/connectors/set-connectors.ts';
import { Conflict, StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import type { PartnerStore } from '../../../lib/dynamodb/table/partner-store.ts';
import { type ChangeCommand, changePublished } from '../../../lib/social/change-published.ts';
import { setChannelOf } from '../../../lib/social/channels.ts';
import { editScheduled, scheduleNew } from '../../../lib/social/schedule-post.ts';
import { targetOf } from '../../../lib/subscriptions/repository/webhook-state.ts';
import type { Connectors } from './connectors.ts';
import { ACCOUNT, LOCATIONS, MINUTE, SECOND, SITE } from './names.ts';
import type { Scene } from './scene.ts';
import { talksOf } from './talks.ts';

/** An edit of a scheduled post, and what was answered. */
export interface Edited {
  readonly text: string;
  outcome?: 'ok' | 'refused' | 'unknown';
}

const LATEST = 45 * MINUTE;

export const actsOf = (scene: Scene, connectors: Connectors) => {
  const { world, witness, inProcess, setting, stress } = scene;
  const { clock, random } = world;
  const begin = clock.now();
  const chance = (odds: number) => random() < odds;
  const between = (from: number, to: number) => from + random() * (to - from);
  const edits: Edited[] = [];
  let urls = 0;
  const channel = setting.isTalk ? ('SMS' as const) : SITE;

  const fail = (error: unknown) => {
    if (!(error instanceof Conflict || error instanceof StoreUnavailable || /crashed|timed out/.test(String(error))))
      witness.break(`a request failed: ${(error as Error).stack}`);
    return 'unknown' as const;
  };
  const request = async <Result>(name: string, run: (store: PartnerStore) => Promise<Result>) => {
    const outcome = await inProcess(name, run).catch(fail);
    world.note(`${name}: ${JSON.stringify(outcome)}`);
    return outcome;
  };

  const setConnectors = async (isEmpty = false): Promise<void> => {
    const url = `https://connector.example/${++urls}`;
    witness.urls.set(targetOf(url), url);
    const wanted = isEmpty ? [] : [{ channel, url }];
    await request(`set connectors ${url}`, (store) =>
      setConnectorsOf(store, ACCOUNT, { connectors: wanted, auth: undefined, validateOnly: false }),
    );
  };
  const changeConnectors = async (): Promise<void> => {
    if (chance(0.5)) connectors.gone.add(`https://connector.example/${urls}`);
    await world.wait(random() * 20 * SECOND);
    const isEmpty = chance(0.25);
    await setConnectors(isEmpty);
    if (!isEmpty) return;
    await world.wait(between(1, 300) * SECOND);
    await setConnectors();
  };
  /** Other connectors, of which nothing is known. */
  const replaceConnectors = async (): Promise<void> => {
    await setConnectors(true);
    await setConnectors();
  };
  const connectChannel = (location: number) =>
    request(`connect ${location}`, (store) =>
      setChannelOf(store, location, { site: SITE, state: 'connected', channelId: 'p', validateOnly: false }),
    );

  const wantedPost = (text: string, locations: readonly number[], time?: number) => ({
    ...{ text, site: SITE, locations },
    ...(time !== undefined && { time: Math.floor(time) }),
  });
  const schedule = async (time: number): Promise<string | undefined> => {
    for (let tries = 0; tries < 6; tries++) {
      const wanted = wantedPost('first', LOCATIONS.slice(0, 3), Math.max(time, clock.now()));
      const outcome = await request('schedule', (store) =>
        scheduleNew(store, ACCOUNT, { wanted, validateOnly: false }),
      );
      if (outcome !== 'unknown') return 'reply' in outcome ? outcome.reply.trackingId : undefined;
      await world.wait(SECOND);
    }
    return undefined;
  };
  const edit = async (trackingId: string, text: string, time: number | undefined): Promise<void> => {
    const edited: Edited = { text };
    edits.push(edited);
    const locations = world.pick([LOCATIONS.slice(0, 3), LOCATIONS.slice(0, 2), LOCATIONS.slice(1), LOCATIONS]);
    const wanted = wantedPost(text, locations, time && Math.max(time, clock.now()));
    const outcome = await request(`edit ${text} for ${locations}`, (store) =>
      editScheduled(store, ACCOUNT, { trackingId, wanted, validateOnly: false }),
    );
    if (outcome === 'unknown') edited.outcome = outcome;
    else edited.outcome = 'reply' in outcome ? 'ok' : 'refused';
  };
  const change = (command: Omit<ChangeCommand, 'validateOnly'>) =>
    request(`${command.edit ? `change to ${command.edit.text}` : 'delete'} at ${command.locations}`, (store) =>
      changePublished(store, ACCOUNT, { ...command, validateOnly: false }),
    );
  const removeRecord = async (number: number): Promise<void> => {
    const check = () => {};
    const refuseChildren = () => {
      throw new Conflict('it has children');
    };
    for (let tries = 0; tries < 6; tries++) {
      const outcome = await request(`delete ${number}`, (store) =>
        deleteRecord(store, number, { check, refuseChildren, validateOnly: false }),
      );
      if (outcome !== 'unknown') return;
      await world.wait(2 * SECOND);
    }
  };
  const talks = talksOf(scene, { request, removeLocation: () => removeRecord(LOCATIONS[0]!) });
  const removeAccount = async (): Promise<void> => {
    for (const number of LOCATIONS) await removeRecord(number);
    await world.wait(2 * SECOND);
    await removeRecord(ACCOUNT);
  };

  /** What may happen to a job that a worker is about to send. */
  const momentOf = (id: string) =>
    world.weighted<() => Promise<unknown>>([
      [2, () => changeConnectors()],
      [4, replaceConnectors],
      [setting.isTalk ? 4 : 0, talks.moment],
      [setting.isTalk ? 0 : 2, () => removeRecord(world.pick(LOCATIONS))],
      [3, async () => connectors.report(id, 'done')],
    ]);
  let moments = 0;
  scene.onReceipt = (message) => {
    if (message.work === 'job' && stress.atReceipt > 0 && chance(stress.atReceipt)) {
      const act = momentOf(message.id);
      clock.after(between(0, 3 * SECOND), () => void act());
    }
    if (!('trackingId' in message) || !chance(Math.max(0.12, stress.atReceipt))) return;
    const { trackingId, work } = message;
    const isStart = work === 'post';
    const act = world.weighted<() => Promise<unknown>>([
      [isStart ? 4 : 0, () => edit(trackingId, `moment ${moments++} of ${trackingId.slice(-4)}`, undefined)],
      [isStart ? 2 : 0, () => change({ trackingId, locations: LOCATIONS.slice(0, 2) })],
      [1, () => removeRecord(world.pick(LOCATIONS))],
      [2, () => change({ trackingId, locations: LOCATIONS, edit: { text: `moment ${moments++}`, site: SITE } })],
    ]);
    clock.after(random() * 60, () => void act());
  };

  /** Does something so long after the begin. */
  const at = (time: number, act: () => Promise<unknown>): void =>
    void clock.after(Math.max(0, begin + time - clock.now()), () => void act());

  /** The life of one post. */
  const post = async (): Promise<void> => {
    await world.wait(SECOND);
    const time = begin + Math.floor(world.pick([0, 12 * SECOND, between(60, 90) * SECOND, between(100, 260) * SECOND]));
    const trackingId = await schedule(time);
    if (trackingId === undefined) return;
    const due = Math.max(time, clock.now()) - begin;
    const near = () => due + world.pick([between(-3, 3) * SECOND, between(-80, 5) * SECOND]);
    for (let count = 0; count < 4 && chance(0.55); count++) {
      const to = world.pick([
        undefined,
        undefined,
        due + between(1, 60) * SECOND,
        due + between(70, 200) * SECOND,
        due,
      ]);
      at(near(), () => edit(trackingId, `edit ${count} of ${trackingId.slice(-4)}`, to && begin + to));
    }
    if (chance(0.25)) {
      const locations = world.pick([LOCATIONS.slice(0, 1), LOCATIONS]);
      at(near(), () => change({ trackingId, locations }));
    }
    if (chance(0.25))
      at(world.pick([near(), due + between(0, 200) * SECOND, between(0, LATEST)]), () => removeRecord(LOCATIONS[0]!));
    if (chance(0.05)) at(world.pick([near(), between(0, LATEST)]), removeAccount);
    for (let count = 0; count < 8 && chance(0.8); count++) {
      const when = due + world.pick([between(2, 60) * SECOND, between(60, 300) * SECOND, between(0, LATEST)]);
      const isEdit = chance(0.8);
      for (let twin = 0; twin < (chance(0.4) ? 2 : 1); twin++) {
        const changed = isEdit ? { edit: { text: `change ${count}${twin}`, site: SITE } } : {};
        at(when + twin * between(0, 1500), () => change({ trackingId, locations: LOCATIONS.slice(0, 3), ...changed }));
      }
    }
  };

  const begun = async (): Promise<void> => {
    await setConnectors();
    if (setting.isTalk) {
      if (chance(0.3))
        for (let count = 0; count < 1 + world.below(2); count++) at(between(0, LATEST / 4), () => changeConnectors());
      return talks.begun();
    }
    for (const location of LOCATIONS) if (chance(0.9)) await connectChannel(location);
    if (chance(0.3))
      for (let count = 0; count < 1 + world.below(3); count++) at(between(0, LATEST), () => changeConnectors());
    if (chance(0.3)) at(between(0, LATEST), () => connectChannel(world.pick(LOCATIONS)));
    for (let count = 0; count < (chance(0.2) ? 2 : 1); count++) await post();
  };
  return { begun, edits, written: talks.written };
};
