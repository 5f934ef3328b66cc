/** Requests of delete card against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { deleteCard } from './delete-card.ts';
import { foreignCard, patio, roast } from './demo.cases.ts';

export const deleteCardCases: Cases<typeof deleteCard> = {
  parameters: { 'x-business-number': 700101, cardId: roast.cardId },
  examples: [
    { summary: 'A card', reply: {} },
    { summary: 'Another card', parameters: { cardId: patio.cardId }, reply: {} },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    cardNotFound: { parameters: { cardId: 749999 } },
  },
  invalid: {
    parameters: { validateOnly: 'maybe' },
    message: 'validateOnly must be true or false',
    violations: [{ pointer: '', parameter: 'validateOnly' }],
  },
  foreign: {
    'x-business-number': foreignLocation('x-business-number', errors.businessInvalid),
    cardId: foreignCard,
  },
};
