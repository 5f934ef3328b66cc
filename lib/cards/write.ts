/** Writes of cards: read, validate, write, and repeat if another request changed them meanwhile. */
import { isDeepStrictEqual } from 'node:util';
import { drawNumber } from '../business/repository/creation.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { Changes } from '../contract/fields.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { checkRecordBytes, recordBytes } from '../dynamodb/table/record-size.ts';
import { until } from '../dynamodb/writes/until.ts';
import { type Card, type Cards, type CardsRecord, cardsOf, MOST_CARDS } from './repository/cards.ts';
import { changedCard, withCard } from './rules/cards.ts';

/** Each other attempt means that another request has written a card. */
const ATTEMPTS = { attempts: 20, mostDoublings: 4 } as const;

const tooMany: ErrorEntry = { ...errors.invalidRequest, message: `A location has at most ${MOST_CARDS} custom cards` };

type Refused = { readonly refused: ErrorEntry };
type Checked = Refused | { readonly cards: Cards; readonly card?: Card };

/** What is answered, or refuses the request. */
export type Written = Refused | { readonly card: Card | undefined };

interface Command {
  readonly businessNumber: number;
  readonly validateOnly: boolean;
}

/** The card that was answered to the request that was executed under the key. */
const repliedFrom = (result: Readonly<Record<string, unknown>> | undefined): Written => ({
  card: result?.card === undefined ? undefined : (JSON.parse(String(result.card)) as Card),
});

/** @throws StoreUnavailable if other requests interfered each time, or if it is unknown whether the write landed */
const writeCards = async (
  store: PartnerStore,
  { businessNumber, validateOnly }: Command,
  check: (record: CardsRecord) => Checked,
): Promise<Written> => {
  if (store.idempotency?.executed) return repliedFrom(store.idempotency.executed.result);
  const { find, write } = cardsOf(store);
  return until<Written>(ATTEMPTS, async () => {
    const record = await find(businessNumber);
    if (!record) return { refused: errors.businessInvalid };
    const checked = check(record);
    if ('refused' in checked) return checked;
    const { card } = checked;
    const isSame = isDeepStrictEqual(checked.cards, record.cards);
    checkRecordBytes(recordBytes({ ...record.item, cards: checked.cards }));
    if (validateOnly) return { card: card && { ...card, cardId: 0 } };
    const cards = isSame ? record.cards : checked.cards;
    const outcome = await write(record, cards, card && { card: JSON.stringify(card) });
    if (outcome === 'changed') return outcome;
    return outcome === 'done' ? { card } : repliedFrom(outcome.executed.result);
  });
};

/** Adds a card with these fields. */
export const addCard = (store: PartnerStore, command: Command, fields: Changes): Promise<Written> => {
  const card = changedCard({ cardId: drawNumber() }, fields);
  return writeCards(store, command, ({ cards }) =>
    cards.length >= MOST_CARDS ? { refused: tooMany } : { cards: withCard(cards, card), card },
  );
};

const cardNotFound: Refused = { refused: errors.routeNotFound };

export const changeCard = (
  store: PartnerStore,
  command: Command & { readonly cardId: number },
  changes: Changes,
): Promise<Written> =>
  writeCards(store, command, ({ cards }) => {
    const card = cards.find(({ cardId }) => cardId === command.cardId);
    return card ? { cards: withCard(cards, changedCard(card, changes)) } : cardNotFound;
  });

export const removeCard = (store: PartnerStore, command: Command & { readonly cardId: number }): Promise<Written> =>
  writeCards(store, command, ({ cards }) => {
    const left = cards.filter(({ cardId }) => cardId !== command.cardId);
    return left.length < cards.length ? { cards: left } : cardNotFound;
  });
