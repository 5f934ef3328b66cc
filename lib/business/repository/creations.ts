/** Creations below an account: what they are judged on, and the one transaction that makes them (docs/writing-once.md). */
import type { Opened } from '../../dynamodb/entity.ts';
import { type Key, NAMESAKES, namesakeKeys } from '../../dynamodb/keys.ts';
import { StoreUnavailable } from '../../dynamodb/outcomes.ts';
import { sources } from '../../dynamodb/sources.ts';
import { tokenOf } from '../../dynamodb/versioned.ts';
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

/** What a creation is judged on. */
export interface Ground {
  /** The account that it is below; absent where there is none. */
  readonly account?: StoredAccount;
  /** The account is about to be deleted. */
  readonly isClosing: boolean;
  /** The account has a business of this name, zip and phone. */
  readonly hasTwin: boolean;
  /** The partner's name. */
  readonly createdBy: string;
  /** The number of a creation that is remembered, and whose business is no twin any more. */
  readonly stale: number | undefined;
}

/** Patience for one account that many clients create below at once: each transaction checks it, so that they conflict. */
const PATIENCE = { attempts: 25 } as const;
/** More namesakes of one zip and phone are not looked at: that so many have just been renamed cannot be. */
const MOST_NAMESAKES = 100;

/** Creations of a partner. */
export const creations = (({ table, partnerId, claim }) => {
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
    /** What a creation is judged on. Two calls, a third where there may be a twin. */
    look: async (identity: Identity): Promise<Ground> => {
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
      const creation = at(creationAt);
      const recent = creation && isRemembered(creation) ? creation : undefined;
      const candidates = [
        ...alike,
        ...(recent ? [recordKey(partnerId, recent.kind, Number(recent.createdNumber))] : []),
      ];
      const found = candidates.length > 0 ? await table.batchGet(candidates) : [];
      return {
        ...(account && { account: accountFrom(account) }),
        isClosing: account !== undefined && isClosing(account, sources.now()),
        hasTwin: found.some((item) => isTwin(item, identity)),
        createdBy: String(at(partnerAt)?.name ?? ''),
        stale: recent && Number(recent.createdNumber),
      };
    },

    /**
     * Creates a business that was judged, or says that the ground is not what it was. One transaction; where its response
     * is lost, a read tells what became of it.
     *
     * @throws StoreUnavailable where nobody knows
     */
    put: async (
      order: NewBusiness,
      { createdBy, stale }: Ground,
    ): Promise<{ readonly saved: number } | { readonly refused: 'changed' }> => {
      const created = drawNumber();
      const item = itemFor(partnerId, order, created, createdBy);
      const mark = String(item.p0);
      const take = claim ? [claim.take({ mark, result: { businessId: created } })] : [];
      const actions = [...take, ...actionsFor(partnerId, order, item, created, stale)];
      try {
        const refused = await table.transact(actions, tokenOf(mark), PATIENCE);
        if (!refused) return { saved: created };
        if (claim && refused.failed.has(0)) {
          return { saved: Number(claim.taken(refused.failed.get(0)).result?.businessId) };
        }
        // A try of unknown fate has landed, or may land yet; under a key it would find it taken, or be what is answered.
        if (refused.uncertain && !claim)
          throw new StoreUnavailable('a creation is of unknown fate', { uncertain: true });
        return { refused: 'changed' };
      } catch (error) {
        if (!(error instanceof StoreUnavailable && error.uncertain)) throw error;
        if (await landed(created, mark).catch(() => false)) return { saved: created };
        throw error;
      }
    },
  };
}) satisfies Opened<unknown>;
