/** Requests of remove user against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { DEMO, foreignEmail } from './demo.cases.ts';
import type { removeUser } from './remove-user.ts';

export const removeUserCases: Cases<typeof removeUser> = {
  parameters: { bid: 700100, email: DEMO.viewer },
  examples: [
    { summary: 'A user of one account', reply: {} },
    { summary: 'One of two accounts', parameters: { bid: 700200, email: DEMO.owner }, reply: {} },
  ],
  provocations: {
    businessInvalid: { parameters: { bid: 799999 } },
    userNotFound: { parameters: { email: DEMO.unknown } },
    userNotOnBusiness: { parameters: { email: DEMO.other } },
    lastOwner: { parameters: { email: DEMO.owner } },
  },
  invalid: {
    parameters: { validateOnly: 'maybe' },
    message: 'validateOnly must be true or false',
    violations: [{ pointer: '', parameter: 'validateOnly' }],
  },
  foreign: {
    bid: foreignAccount('bid', errors.businessInvalid),
    email: foreignEmail('email'),
  },
};
