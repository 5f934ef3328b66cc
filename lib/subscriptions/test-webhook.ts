/** Sends a test to a webhook of a subscription: one a second, as if it were any event. */
import { isAnsweredHere } from '../connectors/repository/sandbox-url.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { invalid } from '../contract/errors.ts';
import type { Refusal, Violation } from '../contract/violations.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { StoreUnavailable } from '../dynamodb/client/outcomes.ts';
import { digest } from '../dynamodb/table/keys.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { stillLoaded } from '../dynamodb/writes/dependent-items.ts';
import { newestMark } from '../dynamodb/writes/marks.ts';
import { saveVersion } from '../dynamodb/writes/save-version.ts';
import { readAgain, revise, until } from '../dynamodb/writes/until.ts';
import { TEST_EVENT } from './events.ts';
import { secretsOf, stoodTogether } from './repository/secrets.ts';
import { type StoredSubscription, subscriptionFrom, subscriptionKey } from './repository/subscription.ts';
import { subscriptions } from './repository/subscriptions.ts';
import { eventBody } from './request.ts';
import { MOST_AGE } from './rules/fairness.ts';
import type { Sent } from './send.ts';
import { postSigned } from './signed-post.ts';

const APART_MILLISECONDS = 1000;
const ATTEMPTS = { attempts: 8, atOnce: 1 } as const;

export interface TestCommand {
  /** The first one where it is left out. */
  readonly webhookId: string | undefined;
  readonly validateOnly: boolean;
}

/** What refuses a test before it is sent. */
class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refused: ErrorEntry, violations: readonly Violation[] = []) {
    super(refused.message);
    this.refusal = { refused, violations };
  }
}

const webhookIn = ({ webhooks }: StoredSubscription, webhookId: string | undefined) => {
  const found = webhookId === undefined ? webhooks[0] : webhooks.find(({ id }) => id === webhookId);
  if (found) return found;
  const unknown = { path: 'webhookId', error: invalid('webhookId', 'is no webhook of the subscription') };
  throw new Refused(unknown.error, [unknown]);
};

/** The subscription once this test is noted at it; `undefined` where it is not there. */
const noted = (store: PartnerStore, id: string, { webhookId, validateOnly }: TestCommand) => {
  const find = () => subscriptions(store).findAny(id);
  return revise<StoredSubscription, { readonly testedAt: number }>({
    replay: store.idempotency?.executed && readAgain(find),
    readsFirst: true,
    find,
    check: (record) => {
      webhookIn(record!, webhookId);
      const { testedAt = 0 } = record!;
      const now = clock.now();
      if (testedAt <= now && now - testedAt < APART_MILLISECONDS) throw new Refused(errors.rateLimitExceeded);
      return { testedAt: now };
    },
    save: async (changes, record) => {
      if (validateOnly) return { saved: record! };
      const key = subscriptionKey(store.partnerId, id)!;
      const { item } = record!;
      const outcome = await saveVersion(store, { key, changes: { ...changes, ...stillLoaded(item) }, basedOn: item });
      if ('saved' in outcome) return { saved: subscriptionFrom(outcome.saved) };
      const isThere = outcome.found?.id === id;
      return { refused: outcome.refused, ...(isThere && { found: subscriptionFrom(outcome.found!) }) };
    },
  });
};

/** A subscription with its secrets, as they stand together; `undefined` where one is gone. */
const withSecrets = (store: PartnerStore, noted: StoredSubscription) => {
  let subscription: StoredSubscription | undefined = noted;
  return until(ATTEMPTS, async (before) => {
    if (before > 0) subscription = await subscriptions(store).findAny(noted.id);
    const secrets = subscription && (await secretsOf(store).find(subscription.id));
    if (!subscription || !secrets) return undefined;
    return stoodTogether(subscription.item, secrets.item) ? { subscription, secrets } : 'changed';
  });
};

/** @param readAt - when what the test is sent by was read first, in epoch milliseconds */
const send = async (
  store: PartnerStore,
  noted: StoredSubscription,
  { webhookId }: TestCommand,
  readAt: number,
): Promise<Sent | undefined> => {
  if (isAnsweredHere(webhookIn(noted, webhookId).url)) return { status: 200, milliseconds: 0 };
  const found = await withSecrets(store, noted);
  if (!found) return undefined;
  const { subscription, secrets } = found;
  const { url } = webhookIn(subscription, webhookId);
  const { id, accountNumber, businessId, item } = subscription;
  const at = clock.now();
  // Sent again under its idempotency key it is the same event.
  const mark = store.idempotency?.executed?.mark ?? newestMark(item);
  const eventId = `evt_${digest(id, mark, TEST_EVENT).slice(0, 26)}`;
  // A connector gets a test of its own.
  const type = subscription.kind === 'connectors' ? 'test' : TEST_EVENT;
  const body = eventBody({ id: eventId, type, at, accountNumber, data: { businessId, accountNumber } });
  return postSigned({ url, eventId, body, at, sendBy: readAt + MOST_AGE }, secrets);
};

/** Sends a test and says what came back, or what refuses it. A dry run sends none. */
export const sendTest = async (
  store: PartnerStore,
  id: string,
  command: TestCommand,
): Promise<{ readonly sent: Partial<Sent> } | Refusal> => {
  try {
    const readAt = clock.now();
    const subscription = await noted(store, id, command);
    if (!subscription) return { refused: errors.subscriptionNotFound };
    webhookIn(subscription, command.webhookId);
    if (command.validateOnly) return { sent: {} };
    const sent = await send(store, subscription, command, readAt);
    // It says nothing of the webhook, and is not kept under an idempotency key.
    if (sent?.isOurs) throw new StoreUnavailable('a test was not sent for a reason of ours');
    return sent ? { sent } : { refused: errors.subscriptionNotFound };
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
};
