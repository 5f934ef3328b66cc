/** The webhooks of a subscription as they are set: with their states and the authorization, in one transaction. */
import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../dynamodb/attributes.ts';
import type { Opened } from '../../dynamodb/entity.ts';
import { marksOf, nextMark } from '../../dynamodb/marks.ts';
import { deletionOf, keyOf, unchangedAction, updateAction } from '../../dynamodb/parts.ts';
import type { Action } from '../../dynamodb/transactions.ts';
import { tokenOf } from '../../dynamodb/versioned.ts';
import { type BasicAuth, secretsFrom, secretsKey } from './secrets.ts';
import type { Webhook } from './subscription.ts';
import type { Watched } from './subscriptions.ts';
import { failureAttributes } from './webhook-state.ts';

export interface WebhookOrder {
  readonly webhooks: readonly Webhook[];
  /** `undefined` where it stays as it is. */
  readonly auth: BasicAuth | null | undefined;
}

const isNoted = (state: Item): boolean => failureAttributes.some((name) => state[name] !== undefined);

/** A webhook that was disabled or failed is tried anew; its requests in flight stay counted. */
const enabled = (state: Item): Action => ({
  Update: { Key: keyOf(state), UpdateExpression: `REMOVE ${failureAttributes.join(', ')}` },
});

/** The webhooks of a partner's subscriptions. */
export const webhooksOf = (({ table, partnerId, claim }) => ({
  /**
   * Sets what was judged on a subscription as it was read. What is so already keeps its version. One call, two with
   * authorization.
   *
   * @returns `changed` where another request came between, `executed` where one was under the same idempotency key
   */
  set: async (
    { subscription: { id, item, webhooks: before }, stateItems }: Watched,
    { webhooks, auth }: WebhookOrder,
  ): Promise<'saved' | 'changed' | 'executed'> => {
    const secrets = auth === undefined ? undefined : await table.get(secretsKey(partnerId, id));
    const isNewAuth = secrets !== undefined && !isDeepStrictEqual(secretsFrom(secrets).auth, auth);
    const kept = new Set(webhooks.map((webhook) => webhook.id));
    const states = stateItems.flatMap((state) => {
      if (!kept.has(String(state.webhookId))) return [deletionOf(state)];
      return isNoted(state) ? [enabled(state)] : [];
    });
    const isNewList = !isDeepStrictEqual(before, webhooks);
    const isSame = !isNewList && !isNewAuth && states.length === 0;
    if (isSame && !claim) return 'saved';

    for (const each of [item, secrets]) if (each) marksOf(each);
    const mark = nextMark();
    const own = isSame
      ? [unchangedAction(item)]
      : [
          updateAction(item, isNewList ? { webhooks } : {}, { mark }),
          ...(isNewAuth ? [updateAction(secrets, { auth }, { mark })] : []),
          ...states,
        ];
    const take = claim ? [claim.take({ mark })] : [];
    const refused = await table.transact([...take, ...own], tokenOf(mark));
    if (!refused) return 'saved';
    if (claim && refused.failed.has(0)) {
      claim.taken(refused.failed.get(0));
      return 'executed';
    }
    const found = refused.failed.get(take.length);
    // An earlier try of this call has landed.
    return found && marksOf(found).includes(mark) ? 'saved' : 'changed';
  },
})) satisfies Opened<unknown>;
