/** What the partners of the storm have subscribed, and what they do about webhooks that were disabled. */
import { eventNames } from '../../lib/subscriptions/events.ts';
import type { Subscribed } from './events-check.ts';
import type { Ask, Partner } from './events-writes.ts';

interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly state: string;
}

/** A subscription with its webhooks; the secrets grow with each rotation. */
export interface Held {
  readonly id: string;
  readonly partner: Partner;
  readonly businessId: number;
  readonly webhooks: readonly Webhook[];
  readonly secrets: string[];
  readonly isGone: boolean;
}

const updates = ['BUSINESS_UPDATED', 'BUSINESS_STATUS_CHANGED'];
const births = ['BUSINESS_CREATED', 'BUSINESS_DELETED', 'AGGREGATION_LINK_ADDED'];
const contacts = ['CONTACT_CREATED', 'CONTACT_UPDATED', 'CONTACT_DELETED'];

const nameOf = ({ url }: Pick<Webhook, 'url'>): string => url.split('/w/')[1] ?? '';

const wrongAnswer = (what: string, answer: unknown) => new Error(`${what}: ${JSON.stringify(answer)}`);

/** @param url - of the receiver */
export const subscribeAll = async (ask: Ask, partners: readonly Partner[], url: string): Promise<Held[]> => {
  const held: Held[] = [];
  for (const partner of partners) {
    const { partnerId, account, locations } = partner;
    const [first, second] = locations as readonly [number, number];
    const wanted = [
      { businessId: account, names: { all: eventNames, updates } },
      { businessId: account, names: { births, contacts } },
      { businessId: first, names: { location: eventNames } },
      { businessId: second, names: { other: updates, again: updates }, auth: { username: 'us', password: 'p:w' } },
      { businessId: account, names: { gone: updates } },
    ] as const;
    for (const { businessId, names, ...rest } of wanted) {
      const webhooks = Object.entries(names).map(([name, events]) => ({
        url: `${url}/w/${partnerId}-${name}`,
        events: [...events],
      }));
      const at = `/v1/subscriptions/subscribe?businessId=${businessId}`;
      const answer = await ask(partnerId, 'POST', at, { webhooks, ...rest });
      if (answer.status !== 200) throw wrongAnswer('A subscription', answer);
      const { id, secret, webhooks: made } = answer.body as { id: string; secret: string; webhooks: Webhook[] };
      held.push({ id, partner, businessId, webhooks: made, secrets: [secret], isGone: 'gone' in names });
    }
  }
  return held;
};

export const subscribedOf = ({ partner, businessId, webhooks, secrets, isGone }: Held): Subscribed[] =>
  webhooks.map((webhook) => ({
    name: nameOf(webhook),
    partnerId: partner.partnerId,
    account: partner.account,
    businessId,
    events: webhook.events,
    isGone,
    secrets,
  }));

/** A new secret; for an hour the old one signs too. */
export const rotate = async (ask: Ask, { id, partner, secrets }: Held): Promise<void> => {
  const answer = await ask(partner.partnerId, 'POST', `/v1/subscriptions/${id}/secret`, { overlapHours: 1 });
  if (answer.status !== 200) throw wrongAnswer('A rotation', answer);
  secrets.push((answer.body as { secret: string }).secret);
};

/** The names of the webhooks that are disabled. */
export const disabledOf = async (ask: Ask, { id, partner, businessId }: Held): Promise<string[]> => {
  const answer = await ask(partner.partnerId, 'GET', `/v1/subscriptions?businessId=${businessId}`);
  const list = answer.body as readonly { readonly id: string; readonly webhooks: readonly Webhook[] }[];
  if (answer.status !== 200) throw wrongAnswer('The subscriptions', answer);
  const webhooks = list.find((each) => each.id === id)?.webhooks ?? [];
  return webhooks.filter(({ state }) => state === 'disabled').map(nameOf);
};

/** Enables all of its webhooks. */
export const enable = async (ask: Ask, { id, partner, webhooks }: Held): Promise<void> => {
  const body = { webhooks: webhooks.map(({ id: webhook, url, events }) => ({ id: webhook, url, events })) };
  const answer = await ask(partner.partnerId, 'PUT', `/v1/subscriptions/${id}/webhooks`, body);
  if (answer.status !== 200) throw wrongAnswer('Webhooks', answer);
};

/** Orders all that failed to be sent again; says how many that are. */
export const replay = async (ask: Ask, { id, partner }: Held): Promise<number> => {
  const answer = await ask(partner.partnerId, 'POST', `/v1/subscriptions/${id}/replay`, { from: 0 });
  if (answer.status !== 200) throw wrongAnswer('A replay', answer);
  return (answer.body as { replayed: number }).replayed;
};
