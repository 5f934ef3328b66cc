/** What the demo data has of custom cards, for the cases of their contracts. */
import * as errors from '../../contract/error-rows.ts';

/** Of location 700101: the second one is pinned. */
export const patio = {
  cardId: 740001,
  title: 'The patio is open',
  description: 'Sixty seats below the oaks, from 11:00.',
  imageURL: '',
  imagePosition: 'top',
  isVisible: 1,
  isPinOnTop: 0,
  clickURL: '',
  linkText: '',
  type: 'news',
} as const;
export const roast = {
  cardId: 740002,
  title: 'Sunday roast',
  description: 'Sunday roasts from 12:00, until they are gone.',
  imageURL: 'https://img.copperkettle.example/roast.jpg',
  imagePosition: 'left',
  isVisible: 1,
  isPinOnTop: 1,
  clickURL: 'https://copperkettle.example/roast',
  linkText: 'Book a table',
  type: 'offer',
} as const;

/** A card of the other partner, which has one at location 800101, and one that no one has. */
export const foreignCard = {
  foreign: { parameters: { cardId: 840001 } },
  absent: { parameters: { cardId: 849999 } },
  code: errors.routeNotFound.code,
} as const;
