/** From a card as it is stored to what is answered. Pure. */
import type { Card } from './repository/cards.ts';

export const cardReply = ({
  cardId,
  title,
  description = '',
  imageURL = '',
  imagePosition,
  isVisible,
  isPinOnTop,
  clickURL = '',
  linkText = '',
  type = '',
}: Card) => ({
  cardId,
  title,
  description,
  imageURL,
  imagePosition,
  isVisible,
  isPinOnTop,
  clickURL,
  linkText,
  type,
});
