/**
 * The line of a subscription with its secret, for a migration from another system. A stored subscription stays as it
 * is. No export contains it, as secrets are in no file.
 */
import { text } from '../../../lib/contract/atoms.ts';
import { checkRecordBytes, recordBytes } from '../../../lib/dynamodb/table/record-size.ts';
import { eventNames } from '../../../lib/subscriptions/events.ts';
import { secretsItem } from '../../../lib/subscriptions/repository/secrets.ts';
import {
  subscriptionEntity,
  subscriptionItem,
  subscriptionKey,
  type Webhook,
} from '../../../lib/subscriptions/repository/subscription.ts';
import { type WebhookState, webhookStateItem } from '../../../lib/subscriptions/repository/webhook-state.ts';
import { writtenProblem } from '../../../lib/subscriptions/rules/url.ts';
import { isOwn, landed, noteNew } from '../sent-writes.ts';
import { IF_NEW } from '../upsert.ts';
import { type LineKind, lineOf, positive, type Refused, refused, repeatedAt } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

interface SubscriptionLine {
  readonly id: string;
  readonly accountNumber: number;
  readonly businessId: number;
  readonly webhooks: readonly (Webhook & Pick<WebhookState, 'disabledSince' | 'disabledReason'>)[];
  readonly secret: string;
  readonly createdAt: string;
}

/** A local service sends to this machine, by http too. A stage refuses that, and private addresses, at each connection. */
export const LOCALITY = { allowLocal: true } as const;

export const secret = {
  ...text,
  pattern: '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$',
  'x-errors': { pattern: 'must be whsec_ and the base64 of 24 to 64 bytes' },
} as const;
const webhookId = {
  ...text,
  pattern: '^wh_[0-9a-f]{16}$',
  'x-errors': { pattern: 'must be wh_ and 16 of 0-9 and a-f' },
} as const;
const webhookList = {
  type: 'array',
  minItems: 1,
  maxItems: 20,
  items: {
    type: 'object',
    required: ['id', 'url', 'events'],
    properties: {
      id: webhookId,
      url: text,
      events: { type: 'array', minItems: 1, items: { enum: eventNames } },
      disabledSince: pointInTime,
      disabledReason: text,
    },
  },
} as const;

export const subscriptionLine: LineKind = {
  entity: subscriptionEntity,
  pass: 3,
  schema: lineOf({
    id: text,
    accountNumber: positive,
    businessId: positive,
    webhooks: webhookList,
    secret,
    createdAt: pointInTime,
  }),
  read(fields) {
    const read = inUtc(fields as unknown as SubscriptionLine, ['createdAt']);
    if ('refused' in read) return read;
    const { secret: value, ...line } = read;
    const { id, accountNumber, businessId } = line;
    const checked = line.webhooks.map((each, at) => inUtc(each, ['disabledSince'], `webhooks[${at}].`));
    const wrong = checked.find((each) => 'refused' in each);
    if (wrong) return wrong as Refused;
    const webhooks = checked as SubscriptionLine['webhooks'];
    for (const [at, { url }] of webhooks.entries()) {
      const problem = writtenProblem(url, LOCALITY);
      if (problem !== undefined) return refused(`webhooks[${at}].url ${problem}`);
    }
    const repeated = repeatedAt(webhooks.map((each) => each.id));
    if (repeated >= 0) return refused(`webhooks[${repeated}].id must not be the id of another row`);
    const written = subscriptionKey('', id);
    if (written?.pk !== subscriptionKey('', `sub_${accountNumber.toString(36)}_00_0000000000000000`)?.pk)
      return refused(`${id} is not a subscription id of account ${accountNumber}`);
    return {
      about: `subscription ${id}`,
      async write({ table, owners, dryRun, sent: sentBefore }) {
        const partnerId = await owners.ofAccount(accountNumber);
        if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
        const isOfAccount =
          businessId === accountNumber || (await owners.ofBusiness(businessId))?.accountNumber === accountNumber;
        if (!isOfAccount) return refused(`business ${businessId} does not belong to account ${accountNumber}`);
        const found = await table.get(subscriptionKey(partnerId, id)!);
        if (found && found.id !== id) return refused('another subscription has this slot');
        if (found) return landed(sentBefore, found) ?? { outcome: 'unchanged' };
        const webhooksOnly = webhooks.map(({ id: own, url, events }) => ({ id: own, url, events }));
        const items = [
          subscriptionItem({ ...line, partnerId, webhooks: webhooksOnly }),
          ...webhooks.flatMap(({ id: webhookId, disabledSince, disabledReason = 'it is not used' }) =>
            disabledSince === undefined
              ? []
              : [webhookStateItem({ partnerId, subscriptionId: id, webhookId, disabledSince, disabledReason })],
          ),
          secretsItem(partnerId, id, { secrets: [{ value }], auth: null }),
        ];
        for (const each of items) checkRecordBytes(recordBytes(each));
        if (dryRun) return { outcome: 'loaded' };
        noteNew(sentBefore, items[0]!);
        const taken = await table.transact(items.map((Item) => ({ Put: { Item, ConditionExpression: IF_NEW } })));
        if (!taken || isOwn(taken, items[0]!)) return { outcome: 'loaded' };
        // Another load was faster.
        if (taken.failed.get(0)?.id === id) return { outcome: 'unchanged' };
        return refused('the subscription was deleted, or its slot was taken');
      },
    };
  },
};
