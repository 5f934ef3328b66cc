/** Requests of set business status against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { setBusinessStatus } from './set-business-status.ts';

export const setBusinessStatusCases: Cases<typeof setBusinessStatus> = {
  parameters: { businessId: 700105, astatus: 'inactive' },
  examples: [
    { summary: 'A location is deactivated', reply: {} },
    { summary: 'A location is activated again', parameters: { businessId: 700107, astatus: 'active' }, reply: {} },
    { summary: 'An account is deactivated', parameters: { businessId: 700300 }, reply: {} },
  ],
  provocations: {
    businessNotFound: { parameters: { businessId: 799999 } },
    statusInvalid: { parameters: { astatus: 'suspended' }, violations: [{ pointer: '', parameter: 'astatus' }] },
    statusNotChangeable: { parameters: { businessId: 700108 } },
    activeAlready: { parameters: { astatus: 'active' } },
    inactiveAlready: { parameters: { businessId: 700107 } },
  },
  invalid: {
    parameters: { validateOnly: 'maybe' },
    message: 'validateOnly must be true or false',
    violations: [{ pointer: '', parameter: 'validateOnly' }],
  },
  foreign: {
    businessId: foreignLocation('businessId', laterErrors.businessNotFound),
  },
};
