/** Computes the cards of a location after a change. Pure. */
import type { Changes } from '../../contract/fields.ts';
import type { Card, Cards } from '../repository/cards.ts';

const POSITIONS: Readonly<Record<string, Card['imagePosition']>> = { '1': 'top', '2': 'left', '3': 'right' };

/** What a card is that nothing is said of. */
const BLANK = { imagePosition: 'top', isVisible: 1, isPinOnTop: 0 } as const;

/** A card with changes by field; `null` clears a field. Positions are named. */
export const changedCard = <C extends Pick<Card, 'cardId'>>(card: C, changes: Changes): Card => {
  const fields: Record<string, unknown> = { ...BLANK, ...card };
  for (const [name, value] of Object.entries(changes)) {
    if (value !== null) fields[name] = name === 'imagePosition' ? (POSITIONS[String(value)] ?? value) : value;
    else if (name in BLANK) fields[name] = BLANK[name as keyof typeof BLANK];
    else delete fields[name];
  }
  return fields as unknown as Card;
};

/** The cards with one of them as it is now, or with a new one: where it is pinned the others are not. */
export const withCard = (cards: Cards, card: Card): Cards => {
  const others = cards.map((each) => {
    if (each.cardId === card.cardId) return card;
    return card.isPinOnTop === 1 && each.isPinOnTop === 1 ? { ...each, isPinOnTop: 0 as const } : each;
  });
  return cards.some(({ cardId }) => cardId === card.cardId) ? others : [...others, card];
};

/** The pinned one first, then as they were created. */
export const inOrder = (cards: Cards): Cards => cards.toSorted((a, b) => b.isPinOnTop - a.isPinOnTop);
