/** Requests of create card against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { createCard } from './create-card.ts';
import { roast } from './demo.cases.ts';

const { cardId: _, ...fields } = roast;
const plain = { description: '', imageURL: '', imagePosition: 'top', clickURL: '', linkText: '', type: '' };

export const createCardCases: Cases<typeof createCard> = {
  parameters: { 'x-business-number': 700102 },
  examples: [
    {
      summary: 'A card that is pinned',
      body: fields,
      reply: { cardId: 412345678901234, ...fields },
      varies: ['cardId'],
    },
    {
      summary: 'A card with a title alone',
      parameters: { 'x-business-number': 700101 },
      body: { title: 'Closed on Monday' },
      reply: { cardId: 412345678901234, title: 'Closed on Monday', ...plain, isVisible: 1, isPinOnTop: 0 },
      varies: ['cardId'],
    },
  ],
  provocations: { businessInvalid: { parameters: { 'x-business-number': 700100 } } },
  invalid: {
    body: { title: 'Sunday roast', imagePosition: 4 },
    message: 'imagePosition must be 1, 2 or 3, or top, left or right',
    violations: [{ pointer: '/imagePosition' }],
  },
  foreign: { 'x-business-number': foreignLocation('x-business-number', errors.businessInvalid) },
};
