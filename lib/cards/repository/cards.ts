/**
 * Custom cards of a location: all in one item beside its profile, so that how many there are and which one is pinned is
 * judged and written at once.
 */
import { businessKey } from '../../business/repository/business.ts';
import type { Item } from '../../dynamodb/attributes.ts';
import type { Executed } from '../../dynamodb/claim.ts';
import { type Entity, itemOf, type Opened } from '../../dynamodb/entity.ts';
import { type Key, ofPartner, sortable } from '../../dynamodb/keys.ts';
import { firstMark, marksOf, nextMark } from '../../dynamodb/marks.ts';
import { StoreUnavailable } from '../../dynamodb/outcomes.ts';
import { deletionOf, lyingAt, unchangedAction, updateAction, versionOf } from '../../dynamodb/parts.ts';
import { checkRecordBytes, recordBytes } from '../../dynamodb/record-size.ts';
import { unavailableInstead } from '../../dynamodb/revise.ts';
import type { Action } from '../../dynamodb/transactions.ts';
import { saveVersion, tokenOf } from '../../dynamodb/versioned.ts';
import { isAt } from '../../partners/repository/account.ts';

export const MOST_CARDS = 20;

/** Texts that are left out are empty. */
export interface Card {
  readonly cardId: number;
  readonly title: string;
  readonly description?: string;
  readonly imageURL?: string;
  readonly imagePosition: 'top' | 'left' | 'right';
  readonly isVisible: 0 | 1;
  /** Of one card of a location at most. */
  readonly isPinOnTop: 0 | 1;
  readonly clickURL?: string;
  readonly linkText?: string;
  readonly type?: string;
}

/** In the order in which they were created. */
export type Cards = readonly Card[];

export interface CardsRecord {
  readonly businessNumber: number;
  readonly accountNumber: number;
  readonly cards: Cards;
  /** Absent until there is a first card. */
  readonly item: Item | undefined;
}

export const cardsKey = (partnerId: string, businessNumber: number): Key => ({
  pk: ofPartner(partnerId, 'BUSINESS', businessNumber),
  sk: 'CARDS',
});

/** Where the index lists which locations of an account have cards: an export asks for them. */
export const cardsPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'CARDS');

const number = { type: 'integer' } as const;

export const cardsEntity: Entity = {
  type: 'cards',
  keys: {
    pk: 'P#<partner>#BUSINESS#<number>',
    sk: 'CARDS',
    index: ['P#<partner>#ACCOUNT#<account>#CARDS', '<number>'],
  },
  answers: 'Which custom cards has this location?',
  attributes: {
    type: 'object',
    required: ['businessNumber', 'accountNumber', 'partnerId', 'cards', 'version', 'bytes', 'p0'],
    properties: {
      businessNumber: number,
      accountNumber: number,
      partnerId: { type: 'string' },
      cards: { type: 'array', maxItems: MOST_CARDS, items: { type: 'object', required: ['cardId', 'title'] } },
    },
  },
  exported: 'line',
  personal: false,
  audit: 'values',
  removal: {
    // It goes with the record, at once; what lies here came at the same time.
    withLocation: async function* ({ table, partnerId }, { number: businessNumber }) {
      const { pk, sk } = cardsKey(partnerId, businessNumber);
      for await (const keys of lyingAt(table, pk, sk)) yield keys.map(deletionOf);
    },
    withAccount: 'goes with its location',
  },
};

/** A new item for the cards of a location. */
export const cardsItem = (
  partnerId: string,
  { businessNumber, accountNumber, cards }: Omit<CardsRecord, 'item'>,
): Item => {
  const record = { businessNumber, accountNumber, partnerId, cards };
  return itemOf(
    'cards',
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    {
      ...cardsKey(partnerId, businessNumber),
      gsi1pk: cardsPartition(partnerId, accountNumber),
      gsi1sk: sortable(businessNumber),
    },
  );
};

/** A record keeps as many marks. */
const SEEN_WRITES = 8;

/** The cards of a partner's locations. */
export const cardsOf = ((store) => {
  const { table, partnerId, claim } = store;

  /** The whole item, as the first card or under an idempotency key makes it. */
  const ownAction = (
    { item, businessNumber, ...record }: CardsRecord,
    cards: Cards,
    mark: string,
  ): readonly Action[] => {
    if (item) return [updateAction(item, { cards }, { mark })];
    const fresh = { ...cardsItem(partnerId, { ...record, businessNumber, cards }), p0: mark };
    checkRecordBytes(recordBytes(fresh));
    const location = { Key: businessKey(partnerId, businessNumber), ConditionExpression: 'attribute_exists(pk)' };
    return [{ Put: { Item: fresh, ConditionExpression: 'attribute_not_exists(pk)' } }, { ConditionCheck: location }];
  };

  return {
    /** `undefined` where there is no such location. One call. */
    find: async (businessNumber: number): Promise<CardsRecord | undefined> => {
      const keys = [businessKey(partnerId, businessNumber), cardsKey(partnerId, businessNumber)];
      const items = await table.batchGet(keys);
      const [business, item] = keys.map((key) => items.find((each) => isAt(each, key)));
      if (!business) return undefined;
      const cards = (item?.cards ?? []) as Cards;
      return { businessNumber, accountNumber: Number(business.accountNumber), cards, item };
    },

    /**
     * Writes the cards on what was read; where they are the same it takes the idempotency key alone. One call.
     *
     * @param result - what is answered again under the key
     * @returns `changed` where others were faster
     * @throws StoreUnavailable where nobody can say whether it landed; ItemTooLarge; KeyReused
     */
    write: async (
      record: CardsRecord,
      cards: Cards,
      result?: Executed['result'],
    ): Promise<'done' | 'changed' | { readonly executed: Executed }> => {
      const { item, businessNumber } = record;
      if (cards === record.cards && !claim) return 'done';
      if (item && !claim) {
        const key = cardsKey(partnerId, businessNumber);
        const write = saveVersion(store, { key, changes: { cards }, judgedOn: item });
        return 'saved' in (await write.catch(unavailableInstead)) ? 'done' : 'changed';
      }
      if (item) marksOf(item);
      const mark = nextMark();
      const own = cards === record.cards ? [unchangedAction(item!)] : ownAction(record, cards, mark);
      const take = claim ? [claim.take({ mark, result })] : [];
      const refused = await table.transact([...take, ...own], tokenOf(mark)).catch(unavailableInstead);
      if (!refused) return 'done';
      if (claim && refused.failed.has(0)) return { executed: claim.taken(refused.failed.get(0)) };
      const found = refused.failed.get(take.length);
      if (found && marksOf(found).includes(mark)) return 'done';
      const since = found ? versionOf(found) - versionOf(item ?? {}) : 0;
      // A late try may land yet; under a key it finds it taken.
      if (refused.uncertain && !claim && !(since > 0 && since < SEEN_WRITES))
        throw new StoreUnavailable('nobody knows whether the cards were written', { uncertain: true });
      return 'changed';
    },
  };
}) satisfies Opened<unknown>;
