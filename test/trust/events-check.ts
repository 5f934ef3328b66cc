/** What the table's history says must arrive, made without the code that is checked, and whether it did. Pure. */
import { Webhook } from 'standardwebhooks';
import { digest } from '../../lib/dynamodb/table/keys.ts';
import type { Arrival } from './events-receiver.ts';

type Image = Readonly<Record<string, unknown>>;

/** One change of the table. */
export interface Change {
  readonly eventId: string;
  /** Epoch milliseconds, to the second. */
  readonly at: number;
  readonly before: Image | undefined;
  readonly after: Image | undefined;
}

/** A webhook as its partner has subscribed it. */
export interface Subscribed {
  readonly name: string;
  readonly partnerId: string;
  readonly account: number;
  /** The account, or the location of it whose events alone are sent. */
  readonly businessId: number;
  readonly events: readonly string[];
  /** It answers 410 and is never enabled: nothing need arrive. */
  readonly isGone: boolean;
  /** All that its subscription has had. */
  readonly secrets: readonly string[];
}

export interface Expected {
  readonly id: string;
  readonly type: string;
  readonly partnerId: string;
  readonly account: number;
  readonly about: readonly number[];
  readonly at: number;
  /** Without `changed`. */
  readonly data: Image;
  readonly changed?: readonly string[];
}

/** Attributes that send no event, or another one. */
const UNTOLD = /^(p\d|v|pk|sk|gsi\d.*|version|loadedVersion|bytes|quiet|writtenBy|status|closing|expiresAtSeconds)$/;

const differing = (before: Image, after: Image): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !UNTOLD.test(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );

const isSilent = (before: Image | undefined, after: Image | undefined): boolean =>
  after?.quiet !== undefined && after.quiet === after.p0 && before?.p0 !== after.p0;

type Notified = Pick<Expected, 'type' | 'about' | 'data' | 'changed'>;

const ofRecord = (before: Image | undefined, after: Image): Notified[] => {
  const businessId = Number(after.type === 'account' ? after.accountNumber : after.businessNumber);
  const type = after.businessType ?? (after.type === 'account' ? 'Enterprise' : 'Business');
  const notified = { about: [businessId], data: { businessId, accountNumber: after.accountNumber, type } };
  if (!before) return [{ type: 'BUSINESS_CREATED', ...notified }];
  const changed = differing(before, after);
  return [
    ...((before.status ?? 'active') === (after.status ?? 'active')
      ? []
      : [{ type: 'BUSINESS_STATUS_CHANGED', ...notified }]),
    ...(changed.length === 0 ? [] : [{ type: 'BUSINESS_UPDATED', ...notified, changed }]),
  ];
};

interface Contact {
  readonly id: number;
  readonly mappings?: readonly { readonly businessNumber?: number }[];
}

const ofContact = (before: Image | undefined, after: Image): Notified[] => {
  if (JSON.stringify(before?.contact) === JSON.stringify(after.contact)) return [];
  const { id, mappings = [] } = after.contact as Contact;
  const about = mappings.flatMap(({ businessNumber }) => businessNumber ?? []);
  const data = { customerId: id, accountNumber: after.accountNumber, businessIds: about };
  return [{ type: before ? 'CONTACT_UPDATED' : 'CONTACT_CREATED', about, data }];
};

const notifiedOf = ({ before, after }: Change): Notified[] => {
  if (!after || isSilent(before, after)) return [];
  if (after.type === 'account' || after.type === 'business') return ofRecord(before, after);
  if (after.type === 'contact') return ofContact(before, after);
  if (after.type === 'aggregationLink' && !before) {
    const { id, compAccountId, businessNumber: businessId } = after;
    const data = { id, compAccountId, businessId, sourceAlias: 'alpha' };
    return [{ type: 'AGGREGATION_LINK_ADDED', about: [Number(businessId)], data }];
  }
  if (after.type === 'tombstone' && before?.p0 !== after.p0) {
    const { number: businessId, accountNumber, businessType: type = 'Business' } = after;
    return [{ type: 'BUSINESS_DELETED', about: [Number(businessId)], data: { businessId, accountNumber, type } }];
  }
  return [];
};

/** The events of a change. Their ids are those that docs/engineers.md names: of the stream's record and the type. */
export const expectedOf = (change: Change): Expected[] =>
  notifiedOf(change).map((notified) => ({
    ...notified,
    id: `evt_${digest(change.eventId, notified.type).slice(0, 26)}`,
    partnerId: String(change.after?.partnerId),
    account: Number(change.after?.accountNumber),
    at: change.at,
  }));

export const isNotified = ({ partnerId, account, businessId, events }: Subscribed, event: Expected): boolean =>
  partnerId === event.partnerId &&
  account === event.account &&
  (businessId === account || event.about.includes(businessId)) &&
  events.includes(event.type);

/** What is wrong with one request, by what the history says of its event. */
const wrongWith = ({ body, headers, at }: Arrival, webhook: Subscribed, event: Expected | undefined): string[] => {
  const wrong: string[] = [];
  const { 'webhook-id': id = '', 'webhook-timestamp': time = '', 'webhook-signature': signatures = '' } = headers;
  const signed = webhook.secrets.map((each) => new Webhook(each).sign(id, new Date(Number(time) * 1000), body));
  if (!signatures.split(' ').some((each) => signed.includes(each))) wrong.push('is signed by no secret of its own');
  if (Math.abs(Number(time) * 1000 - at) > 60_000) wrong.push(`was signed at ${time}, and came at ${at}`);
  if (!event) return [...wrong, 'was never committed'];
  if (!isNotified(webhook, event)) wrong.push(`is of ${event.partnerId}, and not for this webhook`);
  const { data, ...rest } = JSON.parse(body);
  const { changed, ...others } = data;
  if (rest.id !== event.id || rest.type !== event.type || rest.businessNumber !== event.account)
    wrong.push(`says ${JSON.stringify(rest)} of ${JSON.stringify(event)}`);
  if (Math.abs(Date.parse(rest.timestamp) - event.at) > 3000) wrong.push(`says that it happened at ${rest.timestamp}`);
  const sorted = (image: Image) => JSON.stringify(Object.entries(image).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  if (sorted(others) !== sorted(event.data)) wrong.push(`says ${sorted(others)}, where ${sorted(event.data)} is due`);
  if (JSON.stringify(changed?.toSorted()) !== JSON.stringify(event.changed?.toSorted()))
    wrong.push(`says that ${changed} changed, where the images differ in ${event.changed}`);
  return wrong;
};

export interface Checked {
  readonly failures: readonly string[];
  /** Pairs of event and webhook that were due. */
  readonly due: number;
}

/** Compares what has arrived with what was due. */
export const check = (
  events: readonly Expected[],
  webhooks: readonly Subscribed[],
  arrivals: readonly Arrival[],
): Checked => {
  const failures: string[] = [];
  const byId = new Map(events.map((event) => [event.id, event]));
  const byPath = new Map(webhooks.map((webhook) => [`/w/${webhook.name}`, webhook]));
  const accepted = new Set<string>();
  const bodies = new Map<string, string>();
  for (const arrival of arrivals) {
    const { path, headers, body, isAccepted } = arrival;
    const id = headers['webhook-id'] ?? '';
    const webhook = byPath.get(path);
    if (!webhook) {
      failures.push(`${id} arrived at ${path}`);
      continue;
    }
    if (isAccepted) accepted.add(`${webhook.name} ${id}`);
    const wrong = wrongWith(arrival, webhook, byId.get(id));
    if ((bodies.get(id) ?? body) !== body) wrong.push('has another body than before');
    bodies.set(id, body);
    failures.push(...wrong.map((each) => `${id} at ${webhook.name} ${each}: ${body}`));
  }
  let due = 0;
  for (const event of events) {
    for (const webhook of webhooks) {
      if (webhook.isGone || !isNotified(webhook, event)) continue;
      due++;
      if (!accepted.has(`${webhook.name} ${event.id}`))
        failures.push(`${event.type} of ${event.about} (${event.id}) never arrived at ${webhook.name}`);
    }
  }
  return { failures, due };
};
