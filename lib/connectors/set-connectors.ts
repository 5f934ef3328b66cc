/** Sets the connectors of an account: read, write, and again where another request came between. */
import { Conflict } from '../dynamodb/client/outcomes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { Executed } from '../dynamodb/writes/idempotency-record.ts';
import { until } from '../dynamodb/writes/until.ts';
import { takeKey } from '../dynamodb/writes/write.ts';
import { accounts } from '../partners/repository/account.ts';
import { drawSecret } from '../subscriptions/repository/secrets.ts';
import { repliedFrom, subscribing } from '../subscriptions/repository/subscribing.ts';
import { drawConnectorsId } from '../subscriptions/repository/subscription.ts';
import { subscriptions, type Watched } from '../subscriptions/repository/subscriptions.ts';
import { webhooksOf } from '../subscriptions/repository/webhooks.ts';
import { connectorsReply } from './reply.ts';
import { connectorSets, storedConnectors, type Wanted } from './repository/connectors.ts';
import type { WantedConnectors } from './rules/wanted.ts';

/** Ids that a dry run would draw. */
const DRY_ID = '0';

const ATTEMPTS = {
  attempts: 8,
  atOnce: 1,
  exhausted: () => new Conflict('others change the connectors all the time'),
} as const;

export interface ConnectorsSet {
  readonly id: string | null;
  readonly secret: string;
  readonly connectors: ReturnType<typeof connectorsReply>;
}

export interface SetCommand extends WantedConnectors {
  readonly validateOnly: boolean;
  /** In place of a secret that is drawn. */
  readonly secret?: string | undefined;
}

const NONE: ConnectorsSet = { id: null, secret: '', connectors: [] };

const repliedOf = (found: Watched | undefined): ConnectorsSet =>
  found
    ? { id: found.subscription.id, secret: '', connectors: connectorsReply(found.subscription.webhooks, found.states) }
    : NONE;

/** What a dry run answers. */
const dryOf = (connectors: readonly Wanted[]): ConnectorsSet => ({
  id: DRY_ID,
  secret: '',
  connectors: connectorsReply(storedConnectors(connectors, [], () => DRY_ID)),
});

/** What was replied to the request that was executed under the key: the first connectors' secret stands nowhere else. */
const repliedBefore = async (store: PartnerStore, accountNumber: number, executed: Executed): Promise<ConnectorsSet> =>
  executed.result?.reply === undefined
    ? repliedOf(await subscriptions(store).connectors(accountNumber))
    : (repliedFrom(executed) as ConnectorsSet);

type Attempted = ConnectorsSet | 'changed' | 'absent';

/** The first connectors of an account. */
const addFirst = async (store: PartnerStore, accountNumber: number, command: SetCommand): Promise<Attempted> => {
  const { connectors, auth = null, validateOnly, secret: given } = command;
  if (validateOnly) return dryOf(connectors);
  const webhooks = storedConnectors(connectors, []);
  const id = drawConnectorsId(accountNumber);
  const secret = given ?? drawSecret();
  const reply = { id, secret, connectors: connectorsReply(webhooks) };
  const set = { id, accountNumber, businessId: accountNumber, webhooks };
  const written = await connectorSets(store).add(set, { secrets: [{ value: secret }], auth }, reply);
  if ('executed' in written) return repliedBefore(store, accountNumber, written.executed);
  if ('done' in written) return reply;
  // Connectors were in the way, or the account is gone or about to be.
  return written.found ? 'changed' : 'absent';
};

const setOnce = async (store: PartnerStore, accountNumber: number, command: SetCommand): Promise<Attempted> => {
  const { connectors, auth, validateOnly } = command;
  const found = await subscriptions(store).connectors(accountNumber);
  if (!found && connectors.length > 0) return addFirst(store, accountNumber, command);
  if (connectors.length === 0) {
    if (validateOnly) return NONE;
    // Where another request removed them, its key is taken all the same: a repetition removes none that are set since.
    if (!found || !(await subscribing(store).remove(found))) await takeKey(store, []);
    return NONE;
  }
  const { subscription } = found!;
  if (validateOnly) return dryOf(connectors);
  const webhooks = storedConnectors(connectors, subscription.webhooks);
  const outcome = await webhooksOf(store).set(found!, { webhooks, auth });
  if (outcome === 'changed') return 'changed';
  if (outcome !== 'saved') return repliedBefore(store, accountNumber, outcome.executed);
  return { id: subscription.id, secret: '', connectors: connectorsReply(webhooks) };
};

/**
 * Sets the complete list. What was disabled is enabled; `undefined` where the number names no account.
 *
 * @throws Conflict where others change them all the time
 */
export const setConnectorsOf = async (
  store: PartnerStore,
  businessId: number,
  command: SetCommand,
): Promise<ConnectorsSet | undefined> => {
  const executed = store.idempotency?.executed;
  if (executed?.result?.reply !== undefined) return repliedFrom(executed) as ConnectorsSet;
  // What was set since is none of it.
  if (executed && command.connectors.length === 0) return NONE;
  const accountNumber = await accounts(store).named(businessId);
  if (accountNumber === undefined) return undefined;
  if (executed) return repliedBefore(store, accountNumber, executed);
  const outcome = await until<ConnectorsSet | 'absent'>(ATTEMPTS, () => setOnce(store, accountNumber, command));
  return outcome === 'absent' ? undefined : outcome;
};
