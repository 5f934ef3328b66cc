/** Requests of delete aggregation link against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { deleteAggregationLink } from './delete-aggregation-link.ts';
import { foreignCompetitor } from './demo.cases.ts';

export const deleteAggregationLinkCases: Cases<typeof deleteAggregationLink> = {
  parameters: { compAccountId: 710001, businessNumber: 700101, aggregationId: 4444191203148178 },
  examples: [
    { summary: 'A link to beta', reply: {} },
    { summary: 'A link to maps', parameters: { aggregationId: 3977078430445376 }, reply: {} },
  ],
  provocations: {
    businessInvalid: { parameters: { compAccountId: 799999 } },
    aggregationInvalid: { parameters: { aggregationId: 17 } },
  },
  invalid: {
    parameters: { validateOnly: 'perhaps' },
    message: 'validateOnly must be true or false',
    violations: [{ pointer: '', parameter: 'validateOnly' }],
  },
  foreign: {
    compAccountId: foreignCompetitor('compAccountId'),
    businessNumber: foreignLocation('businessNumber', errors.businessInvalid),
    aggregationId: {
      foreign: { parameters: { aggregationId: 3383104180365864 } },
      absent: { parameters: { aggregationId: 3383104180365865 } },
      code: errors.aggregationInvalid.code,
    },
  },
};
