/** Requests of delete business against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { deleteBusiness } from './delete-business.ts';

/** A location that is no longer active. */
const CLOSED = 700107;
const SUSPENDED = 700108;
/** A sub-account of the account 700100, which has locations. It has none itself. */
const SUB_ACCOUNT = 700300;

export const deleteBusinessCases: Cases<typeof deleteBusiness> = {
  parameters: { businessId: CLOSED },
  examples: [
    { summary: 'A location', reply: {} },
    { summary: 'An account without locations', parameters: { businessId: SUB_ACCOUNT }, reply: {} },
  ],
  provocations: {
    accountHasChildren: { parameters: { businessId: 700100 } },
    statusNotChangeable: { parameters: { businessId: SUSPENDED } },
    businessNotFound: { parameters: { businessId: 799999 } },
  },
  invalid: {
    parameters: { validateOnly: 'perhaps' },
    message: 'validateOnly must be true or false',
    violations: [{ pointer: '', parameter: 'validateOnly' }],
  },
  foreign: {
    businessId: foreignLocation('businessId', laterErrors.businessNotFound),
  },
};
