/** Requests of list cards against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import { patio, roast } from './demo.cases.ts';
import type { listCards } from './list-cards.ts';

export const listCardsCases: Cases<typeof listCards> = {
  parameters: { businessId: 700101 },
  examples: [
    { summary: 'The pinned one first', reply: { customCardDetails: [roast, patio] } },
    { summary: 'None', parameters: { businessId: 700103 }, reply: { customCardDetails: [] } },
  ],
  provocations: { businessInvalid: { parameters: { businessId: 799999 } } },
  foreign: { businessId: foreignLocation('businessId', errors.businessInvalid) },
};
