/** Requests of delete review source against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import type { deleteReviewSource } from './delete-review-source.ts';

export const deleteReviewSourceCases: Cases<typeof deleteReviewSource> = {
  parameters: { businessId: 700101, aggregationId: 2897080600365042 },
  examples: [
    { summary: 'A source on travel', reply: {} },
    { summary: 'A source on alpha', parameters: { aggregationId: 709336589619941 }, reply: {} },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 700100 } },
    aggregationInvalid: { parameters: { aggregationId: 17 } },
  },
  invalid: {
    parameters: { validateOnly: 'perhaps' },
    message: 'validateOnly must be true or false',
    violations: [{ pointer: '', parameter: 'validateOnly' }],
  },
  foreign: {
    businessId: foreignLocation('businessId', errors.businessInvalid),
    aggregationId: {
      foreign: { parameters: { aggregationId: 334098138961520 } },
      absent: { parameters: { aggregationId: 334098138961521 } },
      code: errors.aggregationInvalid.code,
    },
  },
};
