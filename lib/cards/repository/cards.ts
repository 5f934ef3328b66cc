/**
 * Custom cards of a location: all in one item next to its profile, so that their number and which one is pinned
 * are checked and written together.
 */
import { businessKey } from '../../business/repository/business.ts';
import { unavailableInstead } from '../../dynamodb/client/outcomes.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type Entity, itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import { type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { checkRecordBytes, recordBytes } from '../../dynamodb/table/record-size.ts';
import { deletionsAt, unchangedAction, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import type { Executed } from '../../dynamodb/writes/idempotency-record.ts';
import { firstMark, markAbove, versionOf } from '../../dynamodb/writes/marks.ts';
import { saveVersion } from '../../dynamodb/writes/save-version.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { creation, takeKey, withDependents, write } from '../../dynamodb/writes/write.ts';
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
  answers: 'Which custom cards does this location have?',
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
  events: false,
  counts: false,
  audit: 'values',
  removal: {
    // It goes with the record, at once; what lies here came at the same time.
    withLocation: async function* ({ table, partnerId }, { number: businessNumber }) {
      const { pk, sk } = cardsKey(partnerId, businessNumber);
      yield* deletionsAt(table, pk, sk);
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

/** The cards of a partner's locations. */
export const cardsOf = ((store) => {
  const { table, partnerId, idempotency } = store;

  /** The complete item, as the first card or under an idempotency key makes it. */
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
     * @throws StoreUnavailable if it is unknown whether the write landed; ItemTooLarge; KeyReused
     */
    write: async (
      record: CardsRecord,
      cards: Cards,
      result?: Executed['result'],
    ): Promise<'done' | 'changed' | { readonly executed: Executed }> => {
      const { item, businessNumber } = record;
      if (cards === record.cards && !idempotency) return 'done';
      if (item && !idempotency) {
        const key = cardsKey(partnerId, businessNumber);
        const saved = saveVersion(store, { key, changes: { cards }, basedOn: item });
        return 'saved' in (await saved.catch(unavailableInstead)) ? 'done' : 'changed';
      }
      const mark = markAbove(item);
      const written = await (cards === record.cards
        ? takeKey(store, [unchangedAction(item!)], { mark, result })
        : write(store, {
            strategy: item ? withDependents : creation(),
            actions: ownAction(record, cards, mark),
            basedOn: [versionOf(item)],
            mark,
            result,
          })
      ).catch(unavailableInstead);
      if ('refused' in written) return 'changed';
      return 'done' in written ? 'done' : written;
    },
  };
}) satisfies Opened<unknown>;
