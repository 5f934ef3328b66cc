/** Creations below an account: their preconditions, and the transaction that creates (docs/writing-once.md). */

import { clock } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { type Key, NAMESAKES, namesakeKeys } from '../../dynamodb/table/keys.ts';
import { creation, write } from '../../dynamodb/writes/write.ts';
import {
  accountFrom,
  accountKey,
  isAt,
  isClosing,
  ownerKey,
  type StoredAccount,
} from '../../partners/repository/account.ts';
import { partnerKey } from '../../partners/repository/partner.ts';
import {
  actionsFor,
  creationKey,
  drawNumber,
  type Identity,
  isCandidate,
  isRemembered,
  isTwin,
  itemFor,
  type NewBusiness,
  recordKey,
} from './creation.ts';

/** The preconditions of a creation, as they were read. */
export interface Context {
  /** The account that it is below; absent where there is none. */
  readonly account?: StoredAccount;
  /** The account is about to be deleted. */
  readonly isClosing: boolean;
  /** The number of the account's business of this name, zip and phone. */
  readonly twin: number | undefined;
  /** The partner's name. */
  readonly createdBy: string;
  /** The number of a creation that is remembered, and whose business is no twin any more. */
  readonly stale: number | undefined;
}

/**
 * Patience for one account that many clients create below at once: each transaction checks it, so that they conflict.
 */
const PATIENCE = { attempts: 25 } as const;
/** More namesakes of one zip and phone are not looked at: that so many have just been renamed cannot be. */
const MOST_NAMESAKES = 100;

const numberOf = (item: Item | undefined): number | undefined =>
  item && Number(item.businessNumber ?? item.accountNumber);

/** Creations of a partner. */
export const creations = ((store) => {
  const { table, partnerId } = store;
  /** The keys of what the index says is alike; it may be a second old. */
  const namesakes = async (identity: Identity): Promise<readonly Key[]> => {
    const { gsi2pk, gsi2sk } = namesakeKeys(partnerId, { name: identity.name, 'location.zip': identity.zip });
    const pages = table.query({
      IndexName: NAMESAKES,
      KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk = :sk',
      ExpressionAttributeValues: { ':pk': gsi2pk, ':sk': gsi2sk },
    });
    const found: Key[] = [];
    for await (const page of pages) {
      for (const item of page) if (isCandidate(item, identity)) found.push(item as Key);
      if (found.length >= MOST_NAMESAKES) break;
    }
    return found.slice(0, MOST_NAMESAKES).map(({ pk, sk }) => ({ pk, sk }));
  };

  /** The number under which this mark created a business, where it did. */
  const landed = async (created: number, mark: unknown): Promise<boolean> =>
    (await table.get(ownerKey(created)))?.p0 === mark;

  return {
    /** Reads the preconditions of a creation. Two calls, a third if there may be a business of the same name. */
    look: async (identity: Identity): Promise<Context> => {
      const [accountAt, partnerAt, creationAt] = [
        accountKey(partnerId, identity.below),
        partnerKey(partnerId),
        creationKey(partnerId, identity),
      ];
      const [items, alike] = await Promise.all([
        table.batchGet([accountAt, partnerAt, creationAt]),
        namesakes(identity),
      ]);
      const at = (key: Key) => items.find((item) => isAt(item, key));
      const account = at(accountAt);
      const remembered = at(creationAt);
      const recent = remembered && isRemembered(remembered) ? remembered : undefined;
      const candidates = [
        ...alike,
        ...(recent ? [recordKey(partnerId, recent.kind, Number(recent.createdNumber))] : []),
      ];
      const found = candidates.length > 0 ? await table.batchGet(candidates) : [];
      return {
        ...(account && { account: accountFrom(account) }),
        isClosing: account !== undefined && isClosing(account, clock.now()),
        twin: numberOf(found.find((item) => isTwin(item, identity))),
        createdBy: String(at(partnerAt)?.name ?? ''),
        stale: recent && Number(recent.createdNumber),
      };
    },

    /**
     * Creates a business, unless its preconditions have changed since they were read. One transaction; if its response
     * is lost, a read finds out whether it landed.
     *
     * @throws StoreUnavailable if it is unknown whether the business was created
     */
    put: async (
      command: NewBusiness,
      { createdBy, stale }: Context,
    ): Promise<{ readonly saved: number } | { readonly refused: 'changed' }> => {
      const created = drawNumber();
      const item = itemFor(partnerId, command, created, createdBy);
      const mark = String(item.p0);
      const written = await write(store, {
        strategy: creation(() => landed(created, mark)),
        actions: actionsFor(partnerId, command, item, created, stale),
        basedOn: [0],
        mark,
        result: { businessId: created },
        patience: PATIENCE,
      });
      if ('refused' in written) return { refused: 'changed' };
      return { saved: 'done' in written ? created : Number(written.executed.result?.businessId) };
    },
  };
}) satisfies Opened<unknown>;
