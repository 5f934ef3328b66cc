/** What partners and a contact do in a schedule of a conversation: they write to each other, and the contact opts out or is deleted. */
import { correspondentOf } from '../../../lib/contacts/correspond.ts';
import { deleteContactIn } from '../../../lib/contacts/delete.ts';
import { contactActions } from '../../../lib/contacts/repository/change.ts';
import { receiveMessageIn } from '../../../lib/conversations/receive.ts';
import { sendMessageIn } from '../../../lib/conversations/send.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { PartnerStore } from '../../../lib/dynamodb/table/partner-store.ts';
import { ACCOUNT, CONTACT, LOCATIONS, MINUTE, PARTNER, SECOND } from './names.ts';
import type { Scene } from './scene.ts';

/** A message that a partner sent, or a contact wrote, and what was answered. */
export interface Written {
  readonly text: string;
  outcome?: 'ok' | 'refused' | 'unknown';
}

const OWNER = { partnerId: PARTNER, accountNumber: ACCOUNT };
const LOCATION = LOCATIONS[0]!;

/** The items of a contact who is opted in to texts. */
export const contactItems = (createdAt: string): readonly Item[] => {
  const after = {
    ...{ id: CONTACT, firstName: 'Ada', phone: '6505550150', smsOptin: true, createdAt, lastActivityAt: createdAt },
    mappings: [{ cid: 1, businessNumber: LOCATION }],
  };
  return contactActions({ owner: OWNER, before: undefined, after, mark: '0' }).flatMap((action) =>
    'Put' in action ? [action.Put.Item as Item] : [],
  );
};

type Request = <Result>(name: string, run: (store: PartnerStore) => Promise<Result>) => Promise<Result | 'unknown'>;

export const talksOf = (
  { world, setting }: Scene,
  { request, removeLocation }: { readonly request: Request; readonly removeLocation: () => Promise<void> },
) => {
  const { clock, random } = world;
  const chance = (odds: number) => random() < odds;
  const between = (from: number, to: number) => from + random() * (to - from);
  const written: Written[] = [];

  const keep = async (text: string, outcome: Promise<object | 'unknown'>): Promise<void> => {
    const each: Written = { text };
    written.push(each);
    const found = await outcome;
    if (found === 'unknown') each.outcome = found;
    else each.outcome = 'refused' in found ? 'refused' : 'ok';
  };
  const send = (text: string, isCampaign: boolean): Promise<void> => {
    const message = { channel: 'SMS', text, attachments: [], isCampaign } as const;
    return keep(
      text,
      request(`send ${text}`, (store) =>
        sendMessageIn(store, { ...message, businessNumber: LOCATION, customerId: CONTACT, validateOnly: false }),
      ),
    );
  };
  /** Words that opt out come often: their texts tell nothing of what has landed. */
  const receive = (text: string): Promise<unknown> => {
    const name = { businessNumber: LOCATION, customerId: CONTACT, validateOnly: false };
    const none = { subject: undefined, from: undefined, name: undefined, externalId: undefined, sentAt: undefined };
    return request(`receive ${text}`, (store) =>
      receiveMessageIn(store, { ...name, ...none, channel: 'SMS', text, attachments: [] }, (place) =>
        correspondentOf(store, { ...place, who: CONTACT, sourceKind: 'text', validateOnly: false }),
      ),
    );
  };
  const erase = async (): Promise<void> => {
    for (let tries = 0; tries < 6; tries++) {
      const outcome = await request('delete the contact', (store) =>
        deleteContactIn(store, { businessId: ACCOUNT, id: CONTACT, validateOnly: false, requireVersion: () => {} }),
      );
      if (outcome !== 'unknown') return;
      await world.wait(2 * SECOND);
    }
  };

  const begun = async (): Promise<void> => {
    const most = world.pick([3, 6, 26]);
    const later = (time: number, act: () => Promise<unknown>) => clock.after(time, () => void act());
    if (chance(0.3)) later(between(1, 600) * SECOND, () => receive('Stop'));
    if (chance(0.3)) later(between(1, 900) * SECOND, () => receive('Start'));
    if (chance(0.3)) later(between(1, 900) * SECOND, () => receive('Well'));
    if (chance(0.3)) later(between(1, 600) * SECOND, erase);
    if (chance(0.1)) later(between(1, 10) * MINUTE, removeLocation);
    for (let count = 0; count < most; count++) {
      const sent = send(`message ${count}`, chance(0.5));
      if (chance(0.3)) await sent;
      await world.wait(chance(0.6) ? between(0, 300) : between(0, 120) * SECOND);
    }
  };
  /** What may happen to a message that a worker is about to send. */
  const moment = (): Promise<unknown> =>
    world.weighted<() => Promise<unknown>>([
      [4, () => receive('Stop')],
      [1, erase],
      [1, removeLocation],
    ])();
  return { begun, moment, written, isTalk: setting.isTalk };
};
