/** The webhooks of a subscription as they are set: with their states and the authorization, in one transaction. */
import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { deletionOf, keyOf, unchangedAction, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import type { Executed } from '../../dynamodb/writes/idempotency-record.ts';
import { markAbove, versionOf } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { takeKey, type Written, withDependents, write } from '../../dynamodb/writes/write.ts';
import { authSetUnder, type BasicAuth, secretsFrom, secretsKey } from './secrets.ts';
import type { Webhook } from './subscription.ts';
import type { Watched } from './subscriptions.ts';
import { failureAttributes } from './webhook-state.ts';

export interface WebhookCommand {
  readonly webhooks: readonly Webhook[];
  /** `undefined` where it stays as it is. */
  readonly auth: BasicAuth | null | undefined;
}

const isNoted = (state: Item): boolean => failureAttributes.some((name) => state[name] !== undefined);

/** A webhook that was disabled or failed is tried again; its requests in flight stay counted. */
const enabled = (state: Item): Action => ({
  Update: { Key: keyOf(state), UpdateExpression: `REMOVE ${failureAttributes.join(', ')}` },
});

type Became = 'saved' | 'changed' | { readonly executed: Executed };

const becameOf = (written: Written): Became => {
  if ('refused' in written) return 'changed';
  return 'done' in written ? 'saved' : written;
};

/** The webhooks of a partner's subscriptions. */
export const webhooksOf = ((store) => ({
  /**
   * Sets what was checked on a subscription as it was read. Unchanged webhooks keep their version. One call, two with
   * authorization.
   *
   * @returns `changed` where another request came between; what one under the same idempotency key executed
   */
  set: async (
    { subscription: { id, item, webhooks: before }, stateItems }: Watched,
    { webhooks, auth }: WebhookCommand,
  ): Promise<Became> => {
    const { table, partnerId } = store;
    const secrets = auth === undefined ? undefined : await table.get(secretsKey(partnerId, id));
    const isNewAuth = secrets !== undefined && !isDeepStrictEqual(secretsFrom(secrets).auth, auth);
    const kept = new Set(webhooks.map((webhook) => webhook.id));
    const states = stateItems.flatMap((state) => {
      if (!kept.has(String(state.webhookId))) return [deletionOf(state)];
      return isNoted(state) ? [enabled(state)] : [];
    });
    const isNewList = !isDeepStrictEqual(before, webhooks);
    const isSame = !isNewList && !isNewAuth && states.length === 0;
    if (isSame) return becameOf(await takeKey(store, [unchangedAction(item)]));
    const mark = markAbove(item, secrets);
    const actions = [
      updateAction(item, { ...(isNewList && { webhooks }), ...(isNewAuth && authSetUnder(mark)) }, { mark }),
      ...(isNewAuth ? [updateAction(secrets, { auth, ...authSetUnder(mark) }, { mark })] : []),
      ...states,
    ];
    return becameOf(await write(store, { strategy: withDependents, actions, basedOn: [versionOf(item)], mark }));
  },
})) satisfies Opened<unknown>;
