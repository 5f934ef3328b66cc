/** Requests of set field value against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { DEMO, foreignInBody, foreignOwner, THEIRS } from './demo.cases.ts';
import type { setFieldValue } from './set-field-value.ts';

const body = { businessNumber: 700102, fieldId: DEMO.parking, fieldValue: 'Garage' };

export const setFieldValueCases: Cases<typeof setFieldValue> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    {
      summary: 'An option of a dropdown',
      body,
      reply: {
        id: DEMO.parking,
        fieldName: 'Parking',
        type: 'DROPDOWN_SINGLE',
        fieldValue: 'Garage',
        defaultValue: 'Street',
        isHidden: false,
        filterable: true,
        allBusinesses: false,
      },
    },
  ],
  provocations: {
    fieldRequired: { unprovoked: 'test/functions/fields/fields.test.ts' },
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    fieldNotFound: { body: { ...body, fieldId: DEMO.absent } },
    fieldValueInvalid: { body: { ...body, fieldValue: 'On the roof' } },
    recordTooLarge: { unprovoked: 'test/functions/fields/fields.test.ts' },
  },
  invalid: {
    body: { ...body, fieldValue: ' ' },
    message: 'fieldValue is required',
    violations: [{ pointer: '/fieldValue' }],
  },
  foreign: {
    'x-business-number': foreignOwner(THEIRS),
    businessNumber: foreignInBody('businessNumber'),
    fieldId: foreignInBody('fieldId'),
  },
};
