/** Writes of cards from what is asked for to what is answered: read, judge, write, and again where others came between. */
import { isDeepStrictEqual } from 'node:util';
import { drawNumber } from '../business/repository/creation.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { Changes } from '../contract/fields.ts';
import { StoreUnavailable } from '../dynamodb/outcomes.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { pauseBefore } from '../dynamodb/pause.ts';
import { checkRecordBytes, recordBytes } from '../dynamodb/record-size.ts';
import { type Card, type Cards, type CardsRecord, cardsOf, MOST_CARDS } from './repository/cards.ts';
import { changedCard, withCard } from './rules/cards.ts';

/** Each other attempt means that another request has written a card. */
const ATTEMPTS = 20;
const MOST_DOUBLINGS = 4;

const tooMany: ErrorEntry = { ...errors.invalidRequest, message: `A location has at most ${MOST_CARDS} custom cards` };

type Refused = { readonly refused: ErrorEntry };
type Judged = Refused | { readonly cards: Cards; readonly card?: Card };

/** What is answered, or refuses the request. */
export type Written = Refused | { readonly card: Card | undefined };

interface Order {
  readonly businessNumber: number;
  readonly validateOnly: boolean;
}

/** The card that was answered to the request that was executed under the key. */
const repliedFrom = (result: Readonly<Record<string, unknown>> | undefined): Written => ({
  card: result?.card === undefined ? undefined : (JSON.parse(String(result.card)) as Card),
});

/** @throws StoreUnavailable where others are in the way each time, or nobody knows what became of it */
const writeCards = async (
  store: PartnerStore,
  { businessNumber, validateOnly }: Order,
  judge: (record: CardsRecord) => Judged,
): Promise<Written> => {
  if (store.claim?.executed) return repliedFrom(store.claim.executed.result);
  const { find, write } = cardsOf(store);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await pauseBefore(Math.min(attempt, MOST_DOUBLINGS));
    const record = await find(businessNumber);
    if (!record) return { refused: errors.businessInvalid };
    const judged = judge(record);
    if ('refused' in judged) return judged;
    const { card } = judged;
    const isSame = isDeepStrictEqual(judged.cards, record.cards);
    checkRecordBytes(recordBytes({ ...record.item, cards: judged.cards }));
    if (validateOnly) return { card: card && { ...card, cardId: 0 } };
    const cards = isSame ? record.cards : judged.cards;
    const outcome = await write(record, cards, card && { card: JSON.stringify(card) });
    if (outcome === 'done') return { card };
    if (outcome !== 'changed') return repliedFrom(outcome.executed.result);
  }
  throw new StoreUnavailable('others were in the way each time');
};

/** Adds a card with these fields. */
export const addCard = (store: PartnerStore, order: Order, fields: Changes): Promise<Written> => {
  const card = changedCard({ cardId: drawNumber() }, fields);
  return writeCards(store, order, ({ cards }) =>
    cards.length >= MOST_CARDS ? { refused: tooMany } : { cards: withCard(cards, card), card },
  );
};

const cardNotFound: Refused = { refused: errors.routeNotFound };

export const changeCard = (
  store: PartnerStore,
  order: Order & { readonly cardId: number },
  changes: Changes,
): Promise<Written> =>
  writeCards(store, order, ({ cards }) => {
    const card = cards.find(({ cardId }) => cardId === order.cardId);
    return card ? { cards: withCard(cards, changedCard(card, changes)) } : cardNotFound;
  });

export const removeCard = (store: PartnerStore, order: Order & { readonly cardId: number }): Promise<Written> =>
  writeCards(store, order, ({ cards }) => {
    const left = cards.filter(({ cardId }) => cardId !== order.cardId);
    return left.length < cards.length ? { cards: left } : cardNotFound;
  });
