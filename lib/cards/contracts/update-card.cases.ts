/** Requests of update card against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import { foreignCard, patio } from './demo.cases.ts';
import type { updateCard } from './update-card.ts';

export const updateCardCases: Cases<typeof updateCard> = {
  parameters: { 'x-business-number': 700101, cardId: patio.cardId },
  examples: [
    { summary: 'Another text', body: { description: 'Sixty seats below the oaks, from 10:00.' }, reply: {} },
    { summary: 'Pinned instead of another card', body: { isPinOnTop: 1 }, reply: {} },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    cardNotFound: { parameters: { cardId: 749999 } },
  },
  invalid: {
    body: { title: '' },
    message: 'title must not be blank',
    violations: [{ pointer: '/title', limit: 1, actual: 0 }],
  },
  foreign: {
    'x-business-number': foreignLocation('x-business-number', errors.businessInvalid),
    cardId: foreignCard,
  },
};
