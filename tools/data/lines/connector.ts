/**
 * The line of a connector. All lines of an account have one secret: they make one set, which counts as one record. A stored
 * connector is updated only in its URL. No export contains it, as secrets are in no file.
 */

import { CHANNELS } from '../../../lib/connectors/repository/channels.ts';
import { connectorIn, connectorsKey, inOrder } from '../../../lib/connectors/repository/connectors.ts';
import { SANDBOX_URL } from '../../../lib/connectors/repository/sandbox-url.ts';
import { anyCase, valueIn } from '../../../lib/contract/any-case.ts';
import { text } from '../../../lib/contract/atoms.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { digest } from '../../../lib/dynamodb/table/keys.ts';
import { saveVersion } from '../../../lib/dynamodb/writes/save-version.ts';
import { secretsFrom, secretsItem, secretsKey } from '../../../lib/subscriptions/repository/secrets.ts';
import {
  drawConnectorsId,
  subscriptionEntity,
  subscriptionFrom,
  subscriptionItem,
} from '../../../lib/subscriptions/repository/subscription.ts';
import { writtenProblem } from '../../../lib/subscriptions/rules/url.ts';
import { isOwn, landed, noteNew, noteUpdate } from '../sent-writes.ts';
import { asLoaded, IF_NEW } from '../upsert.ts';
import { type LineKind, type LoadContext, lineOf, positive, refused, type Written } from './line.ts';
import { LOCALITY, secret } from './subscription.ts';

interface ConnectorLine {
  readonly accountNumber: number;
  readonly channel: string;
  readonly url: string;
  readonly secret: string;
}

/** What a load makes has the same ids each time. */
const idOf = (prefix: string, ...of: readonly (string | number)[]): string =>
  `${prefix}_${digest('connector', ...of).slice(0, 16)}`;

/** The connectors of an account with that of the line. */
const withLine = (set: Item | undefined, { accountNumber, channel, url }: ConnectorLine) => {
  const before = set ? subscriptionFrom(set).webhooks : [];
  const id = connectorIn(set, channel)?.webhook.id ?? idOf('cn', accountNumber, channel);
  return inOrder([...before.filter((each) => each.channel !== channel), { id, channel, url, events: [] }]);
};

/** The id of a new set. Where one was removed, what is left of its secrets lies under its id for a day. */
const idOfSet = async ({ table }: LoadContext, { accountNumber, secret: value }: ConnectorLine, partnerId: string) => {
  const id = idOf(`con_${accountNumber.toString(36)}`, accountNumber, value);
  return (await table.get(secretsKey(partnerId, id))) ? drawConnectorsId(accountNumber) : id;
};

const addFirst = async (context: LoadContext, line: ConnectorLine, partnerId: string): Promise<Written> => {
  const { table, sent, dryRun } = context;
  if (dryRun) return { outcome: 'loaded' };
  const { accountNumber, secret: value } = line;
  const id = await idOfSet(context, line, partnerId);
  const createdAt = new Date(0).toISOString();
  const own = { id, partnerId, accountNumber, businessId: accountNumber, kind: 'connectors' as const, createdAt };
  const item = asLoaded(subscriptionItem({ ...own, webhooks: withLine(undefined, line) }), context);
  noteNew(sent, item);
  const items = [item, secretsItem(partnerId, id, { secrets: [{ value }], auth: null })];
  const taken = await table.transact(items.map((Item) => ({ Put: { Item, ConditionExpression: IF_NEW } })));
  if (!taken || isOwn(taken, item)) return { outcome: 'loaded' };
  return refused('the connectors of the account were set meanwhile');
};

const write = async (context: LoadContext, line: ConnectorLine): Promise<Written> => {
  const { table, owners, dryRun, sent, force, events } = context;
  const { accountNumber, channel, url } = line;
  const partnerId = await owners.ofAccount(accountNumber);
  if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
  const key = connectorsKey(partnerId, accountNumber);
  const found = await table.get(key);
  if (!found) return addFirst(context, line, partnerId);
  const own = landed(sent, found);
  const stored = await table.get(secretsKey(partnerId, String(found.id)));
  if (stored && secretsFrom(stored).secrets[0]?.value !== line.secret)
    return refused('the connectors of the account have another secret');
  if (connectorIn(found, channel)?.webhook.url === url) return own ?? { outcome: 'unchanged' };
  const isNew = connectorIn(found, channel) === undefined;
  // One that is not there may be one that the partner has removed.
  if (found.version !== found.loadedVersion && !force)
    return own ?? { outcome: 'changed', fields: [isNew ? 'channel' : 'url'] };
  const done = isNew ? ({ outcome: 'loaded' } as const) : ({ outcome: 'updated', fields: ['url'] } as const);
  if (dryRun) return done;
  const loadedVersion = Number(found.version ?? 0) + 1;
  noteUpdate(sent, done, loadedVersion);
  const changes = { webhooks: withLine(found, line), loadedVersion };
  const saved = await saveVersion({ table, partnerId }, { key, changes, basedOn: found, quiet: !events });
  return 'saved' in saved ? done : refused('the connectors of the account were set meanwhile');
};

export const connectorLine: LineKind = {
  entity: subscriptionEntity,
  name: 'connector',
  pass: 3,
  schema: lineOf({ accountNumber: positive, channel: anyCase(CHANNELS), url: text, secret }),
  read(fields) {
    const line = fields as unknown as ConnectorLine;
    const channel = valueIn(CHANNELS, line.channel) ?? line.channel;
    const { accountNumber, url } = line;
    const problem = url === SANDBOX_URL ? undefined : writtenProblem(url, LOCALITY);
    if (problem !== undefined) return refused(`url ${problem}`);
    return {
      about: `connector ${accountNumber} ${channel}`,
      // They share one item.
      locks: [`connectors ${accountNumber}`],
      write: (context) => write(context, { ...line, channel }),
    };
  },
};
