/** Requests of update field against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { DEMO, foreignField, foreignOwner } from './demo.cases.ts';
import type { updateField } from './update-field.ts';

const body = { fieldDescription: 'How many guests find a seat', isHidden: false };

export const updateFieldCases: Cases<typeof updateField> = {
  parameters: { fieldId: DEMO.seats, 'x-business-number': 700100 },
  examples: [
    { summary: 'A description', body, reply: {} },
    {
      summary: 'One option more',
      parameters: { fieldId: DEMO.parking },
      body: { dropDownOptions: ['Street', 'Garage', 'None', 'Valet'] },
      reply: {},
    },
  ],
  provocations: {
    fieldRequired: { unprovoked: 'test/functions/fields/fields.test.ts' },
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    fieldNotFound: { parameters: { fieldId: DEMO.absent } },
    fieldLimitReached: { unprovoked: 'test/functions/fields/limits.test.ts' },
    fieldInUse: {
      parameters: { fieldId: DEMO.parking },
      body: { dropDownOptions: ['Garage', 'None'], defaultValue: 'None' },
    },
  },
  invalid: {
    body: { fieldDescription: 'x'.repeat(1001) },
    message: 'fieldDescription must have at most 1000 characters',
    violations: [{ pointer: '/fieldDescription', limit: 1000, actual: 1001 }],
  },
  foreign: { fieldId: foreignField(body), 'x-business-number': foreignOwner(body) },
};
