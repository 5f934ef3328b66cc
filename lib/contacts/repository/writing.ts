/** Writes a contact that was judged: once, whole, and with all that follows from it (docs/writing-once.md). */
import { tombstoneKey } from '../../business/repository/tombstone.ts';
import type { Item } from '../../dynamodb/attributes.ts';
import type { Executed } from '../../dynamodb/claim.ts';
import type { Opened } from '../../dynamodb/entity.ts';
import { marksOf, nextMark } from '../../dynamodb/marks.ts';
import { ItemTooLarge, StoreUnavailable } from '../../dynamodb/outcomes.ts';
import { unchangedAction } from '../../dynamodb/parts.ts';
import type { TransactionRefused } from '../../dynamodb/transactions.ts';
import { tokenOf } from '../../dynamodb/versioned.ts';
import { type ContactWrite, contactActions, MOST_ACTIONS } from './change.ts';
import { type Contact, type ContactOwner, contactKey, mappedTo } from './contact.ts';
import { contactTombstoneKey } from './tombstone.ts';

/** What became of a write; `changed`: it is not what it was judged on any more. */
export type ContactOutcome = { readonly version: number } | { readonly executed: Executed } | 'changed';

/** A contact keeps as many marks: after fewer writes than these, one that landed is among them. */
const SEEN_WRITES = 8;

const versionOf = (item: Item | undefined): number => Number(item?.version ?? 0);

/** A new contact is tried again where it met others at its pointers: conflicts had no effect. */
const PATIENCE = { attempts: 8 } as const;

/** More locations are not looked after: each takes a read unit. */
const MOST_LOOKED_AFTER = 99;

/** Whether a write of unknown fate is known not to have landed, and to be unable to, by the contact that was found. */
const cannotLand = (before: Item | undefined, found: Item | undefined): boolean => {
  if (!before || !found) return false;
  const since = versionOf(found) - versionOf(before);
  return since > 0 && since < SEEN_WRITES;
};

/** Writes of a partner's contacts. */
export const contactWrites = ((store) => {
  const { table, claim } = store;

  /** What a refused transaction means; its own first action is the one behind the key. */
  const refusedBy = (
    refused: TransactionRefused,
    { before, mark }: Pick<ContactWrite, 'before' | 'mark'>,
  ): ContactOutcome => {
    if (claim && refused.failed.has(0)) return { executed: claim.taken(refused.failed.get(0)) };
    const found = refused.failed.get(claim ? 1 : 0);
    if (found && marksOf(found).includes(mark)) return { version: versionOf(found) };
    // Under a key the late try finds it taken, or is what is answered.
    if (refused.uncertain && !claim && !cannotLand(before, found))
      throw new StoreUnavailable('nobody knows whether the write landed', { uncertain: true });
    return 'changed';
  };

  return {
    /**
     * A write under its mark: `after` absent deletes.
     *
     * @param result - what names the contact, to be answered again under an idempotency key
     * @throws StoreUnavailable where nobody can say whether it landed; ItemTooLarge; KeyReused
     */
    write: async (write: ContactWrite, result: Executed['result'] = {}): Promise<ContactOutcome> => {
      const { owner, before, after, mark } = write;
      const actions = [...(claim ? [claim.take({ mark, result })] : []), ...contactActions(write)];
      if (actions.length > MOST_ACTIONS) throw new ItemTooLarge('more mapping ids of their own than a write can have');
      const refused = await table.transact(actions, tokenOf(mark), PATIENCE);
      if (!refused) return { version: versionOf(before) + 1 };
      const outcome = refusedBy(refused, write);
      const isGone = outcome === 'changed' && !after && refused.failed.has(claim ? 1 : 0);
      if (!isGone) return outcome;
      // A deletion whose first try landed finds nothing, and its own tombstone.
      const left = await table.get(contactTombstoneKey(owner, (before!.contact as Contact).id));
      return left && marksOf(left).includes(mark) ? { version: versionOf(left) } : 'changed';
    },

    /** Takes the idempotency key, where there is one, for a request that changes nothing. */
    keep: async (before: Item, result: Executed['result'] = {}): Promise<ContactOutcome> => {
      if (!claim) return { version: versionOf(before) };
      const mark = nextMark();
      const refused = await table.transact([claim.take({ mark, result }), unchangedAction(before)], tokenOf(mark));
      return refused ? refusedBy(refused, { before, mark }) : { version: versionOf(before) };
    },

    /** The version of a contact; of one that is gone that of its deletion, as long as it is known. */
    version: async (owner: ContactOwner, id: number): Promise<number> =>
      versionOf((await table.get(contactKey(owner, id))) ?? (await table.get(contactTombstoneKey(owner, id)))),

    /**
     * Which of an account and locations were deleted meanwhile: asked after a contact was written below them, as whoever
     * removes their parts may have looked before.
     */
    goneBelow: async (
      { partnerId, accountNumber }: ContactOwner,
      before: Contact | undefined,
      after: Contact,
    ): Promise<{ readonly account: boolean; readonly locations: ReadonlySet<number> }> => {
      const old = new Set(before ? mappedTo(before) : []);
      const added = (mappedTo(after) ?? []).filter((number) => !old.has(number)).slice(0, MOST_LOOKED_AFTER);
      const keys = [
        ...(before ? [] : [tombstoneKey(partnerId, 'account', accountNumber)]),
        ...added.map((number) => tombstoneKey(partnerId, 'business', number)),
      ];
      const left = keys.length > 0 ? await table.batchGet(keys) : [];
      return {
        account: left.some(({ kind }) => kind === 'account'),
        locations: new Set(left.flatMap(({ kind, number }) => (kind === 'business' ? [Number(number)] : []))),
      };
    },
  };
}) satisfies Opened<unknown>;
