/** The line of the custom cards of a location, in the order of their creation. */

import { sentFields, title } from '../../../lib/cards/contracts/shared-schemas.ts';
import { type Card, cardsEntity, cardsItem, cardsPartition, MOST_CARDS } from '../../../lib/cards/repository/cards.ts';
import { changedCard } from '../../../lib/cards/rules/cards.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';

const cards = {
  type: 'array',
  maxItems: MOST_CARDS,
  'x-blank': 'check',
  items: { type: 'object', required: ['cardId', 'title'], properties: { cardId: positive, title, ...sentFields } },
} as const;

const NAMES = ['cardId', 'title', ...Object.keys(sentFields)] as const;

/** The table does not keep the order of fields; a file needs one to be comparable with an earlier file. */
const inFieldOrder = (card: Card) =>
  Object.fromEntries(NAMES.flatMap((name) => (name in card ? [[name, card[name as keyof Card]]] : [])));

export const cardsLine: LineKind = {
  entity: cardsEntity,
  pass: 3,
  schema: lineOf({ businessNumber: positive, cards }),
  read(fields) {
    const { businessNumber, cards: sent } = fields as unknown as { businessNumber: number; cards: readonly Card[] };
    const all = sent.map(({ cardId, ...rest }) => changedCard({ cardId }, { ...rest }));
    if (new Set(all.map(({ cardId }) => cardId)).size < all.length) return refused('cards must have different ids');
    if (all.filter(({ isPinOnTop }) => isPinOnTop === 1).length > 1) return refused('at most one card can be pinned');
    return {
      about: `cards of business ${businessNumber}`,
      async write(context) {
        const owner = await context.owners.ofBusiness(businessNumber);
        if (!owner) return refused(`business ${businessNumber} does not exist`);
        const { partnerId, accountNumber } = owner;
        return upsert(context, { fresh: cardsItem(partnerId, { businessNumber, accountNumber, cards: all }) });
      },
    };
  },
  lineOf: ({ businessNumber, cards: all }) => ({
    type: 'cards',
    businessNumber,
    cards: (all as readonly Card[]).map(inFieldOrder),
  }),
  ofAccount: cardsPartition,
};
