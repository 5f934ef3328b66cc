/**
 * A change of schema that could come: cards of a location, a list, become an object by id and their order. And the releases of
 * that migration (docs/migrating.md), each as its repository reads and writes. The schema version before it is today's own.
 */
import { businessKey } from '../../../lib/business/repository/business.ts';
import { cardsEntity, cardsItem, cardsKey } from '../../../lib/cards/repository/cards.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { type Entity, itemOf } from '../../../lib/dynamodb/table/entity.ts';
import {
  changesTo,
  inLatestVersion,
  type Migration,
  type SchemaVersions,
  sameSchemaVersion,
  schemaVersionOf,
} from '../../../lib/dynamodb/table/schema-version.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { versionOf } from '../../../lib/dynamodb/writes/marks.ts';
import { saveVersion } from '../../../lib/dynamodb/writes/save-version.ts';

export interface Card {
  readonly cardId: number;
  readonly title: string;
}

interface SecondForm {
  readonly order: readonly number[];
  readonly byId: Readonly<Record<string, Card>>;
}

const toSecond: Migration = ({ cards }) => ({
  cards: null,
  order: (cards as Card[]).map(({ cardId }) => cardId),
  byId: Object.fromEntries((cards as Card[]).map((card) => [String(card.cardId), card])),
});

const formsWriting = (written: number): SchemaVersions => ({ written, migrations: [toSecond] });

/** The entity as a release that writes this form has it. */
export const entityWriting = (written: number): Entity => ({ ...cardsEntity, schemaVersions: formsWriting(written) });

export interface Found {
  readonly titles: readonly string[];
  /** What the response's `ETag` says. */
  readonly version: number;
  readonly item: Item;
}

/** The next form's own fields with one card more. */
const withCard = ({ order, byId }: SecondForm, card: Card): SecondForm => ({
  order: [...order, card.cardId],
  byId: { ...byId, [card.cardId]: card },
});

/**
 * A release of the migration: it reads both forms, and writes an item in the form that it finds, or, from the release on that
 * writes the second form, in that.
 *
 * @param careless - forgets what an update has to ask for while forms change
 */
export const releaseWriting = (written: number, table: Table, partnerId: string, { careless = false } = {}) => {
  const forms = formsWriting(written);
  const store = { table, partnerId };
  const found = (item: Item): Found => {
    const { order, byId } = inLatestVersion(item, forms) as unknown as SecondForm;
    return { titles: order.map((id) => byId[id]!.title), version: versionOf(item), item };
  };
  const changesFor = (item: Item, card: Card): Readonly<Record<string, unknown>> => {
    if (schemaVersionOf(item) === 1 && written === 1) return { cards: [...(item.cards as Card[]), card] };
    return {
      ...changesTo(2, item, forms),
      ...withCard(inLatestVersion(item, forms) as unknown as SecondForm, card),
    };
  };
  return {
    async find(businessNumber: number): Promise<Found> {
      return found((await table.get(cardsKey(partnerId, businessNumber)))!);
    },
    /** Adds a card on what is there, or on what has come between, as a handler would. */
    async add(businessNumber: number, card: Card): Promise<Found> {
      const key = cardsKey(partnerId, businessNumber);
      for (let basedOn = (await table.get(key))!; ; ) {
        const guards = careless ? [] : [sameSchemaVersion(basedOn)];
        const outcome = await saveVersion(store, { key, changes: changesFor(basedOn, card), basedOn, guards });
        if ('saved' in outcome) return found(outcome.saved);
        basedOn = outcome.found!;
      }
    },
  };
};

export const PARTNER = 'acme';
export const FIRST = 700_001;

/** A location and its cards, as today's release makes them. */
export const seed = async (table: Table, businessNumber: number, description = ''): Promise<void> => {
  const shown = { imagePosition: 'top', isVisible: 1, isPinOnTop: 0 } as const;
  const cards = [{ cardId: 1, title: 'First', description, ...shown }];
  await table.put({ Item: cardsItem(PARTNER, { businessNumber, accountNumber: 700_000, cards }) });
  await table.put({ Item: itemOf('business', { accountNumber: 700_000 }, businessKey(PARTNER, businessNumber)) });
};

export const cardsAt = async (table: Table, businessNumber: number): Promise<Item> =>
  (await table.get(cardsKey(PARTNER, businessNumber)))!;
