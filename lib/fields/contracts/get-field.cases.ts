/** Requests of get field against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { DEMO, foreignField, foreignOwner, foreignShown, parking } from './demo.cases.ts';
import type { getField } from './get-field.ts';

export const getFieldCases: Cases<typeof getField> = {
  parameters: { fieldId: DEMO.parking, 'x-business-number': 700100 },
  examples: [
    { summary: 'A field', reply: parking },
    {
      summary: 'With its value at a location',
      parameters: { locationBizNumber: 700101 },
      reply: { ...parking, fieldValue: 'Street' },
    },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    fieldNotFound: { parameters: { fieldId: DEMO.absent } },
  },
  invalid: {
    parameters: { locationBizNumber: 'the first' },
    message: 'locationBizNumber must be an integer',
    violations: [{ pointer: '', parameter: 'locationBizNumber' }],
  },
  foreign: { fieldId: foreignField(), locationBizNumber: foreignShown(), 'x-business-number': foreignOwner() },
};
