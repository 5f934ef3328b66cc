/** `connectors set`, `list` and `remove`: what the operations about connectors do, for an operator. */
import { compile } from '../../cdk/build/validators.ts';
import { setConnectors as contract } from '../../lib/connectors/contracts/set-connectors.ts';
import { connectorsReply } from '../../lib/connectors/reply.ts';
import { validatedConnectors, type WantedConnectors } from '../../lib/connectors/rules/wanted.ts';
import { type ConnectorsSet, setConnectorsOf } from '../../lib/connectors/set-connectors.ts';
import { type JsonObject, normalize } from '../../lib/contract/coercion.ts';
import { wellTyped } from '../../lib/contract/well-typed.ts';
import { Conflict } from '../../lib/dynamodb/client/outcomes.ts';
import type { PartnerStore } from '../../lib/dynamodb/table/partner-store.ts';
import { bodyViolations } from '../../lib/http/find-violations.ts';
import { ownerKey } from '../../lib/partners/repository/account.ts';
import { subscriptions } from '../../lib/subscriptions/repository/subscriptions.ts';
import { AdminError, type Io } from '../io.ts';
import { type Confirmable, confirmedBefore } from './confirm.ts';
import { readText } from './read-text.ts';
import type { Target } from './target.ts';
import { textTable } from './text-table.ts';

export interface ConnectorsOptions {
  readonly account: number;
}

export interface SetConnectorsOptions extends ConnectorsOptions, Confirmable {
  /** The complete list. */
  readonly connector: readonly ConnectorOption[];
  /** A file with the basic authorization as JSON; `false` removes it; left out it stays. */
  readonly auth?: string | false | undefined;
}

/** What `--connector ALPHA=https://...` says. */
export interface ConnectorOption {
  readonly channel: string;
  readonly url: string;
}

type Listed = ReturnType<typeof connectorsReply>;

/** @throws AdminError if there is no such account */
const storeOf = async ({ table }: Target, account: number): Promise<PartnerStore> => {
  const owner = await table.get(ownerKey(account));
  if (owner?.kind !== 'account') throw new AdminError(`Account ${account} does not exist.`, 'not found');
  return { table, partnerId: String(owner.partnerId) };
};

const foundOf = async (store: PartnerStore, account: number): Promise<{ id: string | null; connectors: Listed }> => {
  const found = await subscriptions(store).connectors(account);
  const { id = null, webhooks = [] } = found?.subscription ?? {};
  return { id, connectors: connectorsReply(webhooks, found?.states) };
};

const shown = (connectors: Listed): string =>
  textTable(
    ['channel', 'id', 'state', 'url', 'reason'],
    connectors.map(({ channel, id, state, url, disabledReason }) => [
      channel ?? '',
      id,
      state,
      url,
      disabledReason ?? '',
    ]),
  );

const channelsOf = (connectors: readonly { readonly channel?: string | undefined }[]): string =>
  connectors.map(({ channel }) => channel).join(', ');

const authFrom = async (file: string): Promise<unknown> => {
  const text = await readText(file);
  let auth: unknown;
  try {
    auth = JSON.parse(text);
  } catch {
    throw new AdminError(`${file} is not JSON.`);
  }
  // To the operation it means none.
  if (auth === null) throw new AdminError(`${file} has no authorization. Pass --no-auth to remove it.`);
  return auth;
};

/**
 * What the options ask for, by the rules of the operation.
 *
 * @throws AdminError that names the first thing that is wrong
 */
const wantedOf = async (target: Target, { connector, auth }: SetConnectorsOptions): Promise<WantedConnectors> => {
  const sent = {
    connectors: connector,
    ...(auth !== undefined && { auth: auth === false ? null : await authFrom(auth) }),
  };
  const { request: schema } = contract;
  const normalized = normalize(schema, sent as unknown as JsonObject);
  const validate = compile(schema, { allErrors: true });
  const { body } = normalized;
  const isRight = validate(body);
  const { prepared, violations: byRules } = validatedConnectors(isRight ? normalized : wellTyped(schema, normalized), {
    allowLocal: target.isLocal,
    allowSandbox: target.isLocal || target.isSandbox,
  });
  const [wrong] = bodyViolations({ schema, body, whole: body, isRight, dropped: new Set(), byRules }, validate);
  if (wrong) throw new AdminError(`${wrong.error.message}.`);
  return prepared;
};

const put = async (store: PartnerStore, account: number, wanted: WantedConnectors): Promise<ConnectorsSet> => {
  try {
    const set = await setConnectorsOf(store, account, { ...wanted, validateOnly: false });
    if (set) return set;
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    throw new AdminError(`Others keep changing the connectors of account ${account}: run the command again.`, 'outage');
  }
  throw new AdminError(`Account ${account} does not exist.`, 'not found');
};

/**
 * Sets the complete list, and prints the secret if the list is new. It asks before it removes connectors that are not in
 * the list.
 */
export const setConnectors = async (target: Target, io: Io, options: SetConnectorsOptions): Promise<void> => {
  const { account, dryRun, confirm = confirmedBefore } = options;
  const store = await storeOf(target, account);
  const wanted = await wantedOf(target, options);
  const before = await foundOf(store, account);
  const removed = before.connectors.filter(
    ({ channel }) => !wanted.connectors.some((each) => each.channel === channel),
  );
  const what =
    `set the connectors of account ${account} for ${channelsOf(wanted.connectors)}` +
    (removed.length > 0 ? `, and remove those for ${channelsOf(removed)}` : '');
  if ((removed.length > 0 || dryRun) && !(await confirm(what))) return;
  const { id, secret, connectors } = await put(store, account, wanted);
  io.result?.({ account, id, secret, connectors });
  io.out(`Set the connectors ${id} of account ${account}:\n${shown(connectors)}`);
  if (secret === '') io.out('Their secret stays as it was; rotate secret makes another.');
  // It is shown once: with --json it is in the result.
  else if (!io.result) io.out(`This is the secret of their signatures. It is shown only once:\n${secret}`);
};

export const listConnectors = async (target: Target, io: Io, { account }: ConnectorsOptions): Promise<void> => {
  const found = await foundOf(await storeOf(target, account), account);
  io.result?.({ account, ...found });
  io.out(
    found.connectors.length === 0
      ? `Account ${account} has no connectors.`
      : `The connectors ${found.id} of account ${account}:\n${shown(found.connectors)}`,
  );
};

/** Removes all connectors of an account. Its open jobs then fail at their next try. */
export const removeConnectors = async (
  target: Target,
  io: Io,
  { account, confirm = confirmedBefore }: ConnectorsOptions & Confirmable,
): Promise<void> => {
  const store = await storeOf(target, account);
  const { connectors } = await foundOf(store, account);
  if (connectors.length === 0) {
    io.result?.({ account, removed: [] });
    io.out(`Account ${account} has no connectors.`);
    return;
  }
  if (!(await confirm(`remove the connectors of account ${account} for ${channelsOf(connectors)}`))) return;
  await put(store, account, { connectors: [], auth: undefined });
  io.result?.({ account, removed: connectors.map(({ channel }) => channel) });
  io.out(
    `Removed the connectors of account ${account} for ${channelsOf(connectors)}. Open jobs fail at their next try.`,
  );
};
