/** Requests of delete field against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import type { deleteField } from './delete-field.ts';
import { DEMO, foreignField, foreignOwner } from './demo.cases.ts';

export const deleteFieldCases: Cases<typeof deleteField> = {
  parameters: { fieldId: DEMO.seats, 'x-business-number': 700100 },
  examples: [{ summary: 'A field', reply: {} }],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    fieldNotFound: { parameters: { fieldId: DEMO.absent } },
  },
  invalid: {
    parameters: { validateOnly: 'perhaps' },
    message: 'validateOnly must be true or false',
    violations: [{ pointer: '', parameter: 'validateOnly' }],
  },
  foreign: { fieldId: foreignField(), 'x-business-number': foreignOwner() },
};
