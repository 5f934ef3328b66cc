/** Requests of delete competitor against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import type { deleteCompetitor } from './delete-competitor.ts';
import { foreignCompetitor } from './demo.cases.ts';

export const deleteCompetitorCases: Cases<typeof deleteCompetitor> = {
  parameters: { businessId: 700100, competitorId: 710101 },
  examples: [
    { summary: 'A competitor location', reply: {} },
    { summary: 'A competitor without a brand', parameters: { competitorId: 710002 }, reply: {} },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 } },
    competitorHasLocations: { parameters: { competitorId: 710100 } },
  },
  invalid: {
    parameters: { validateOnly: 'perhaps' },
    message: 'validateOnly must be true or false',
    violations: [{ pointer: '', parameter: 'validateOnly' }],
  },
  foreign: {
    businessId: foreignAccount('businessId', errors.businessInvalid),
    competitorId: foreignCompetitor('competitorId'),
  },
};
