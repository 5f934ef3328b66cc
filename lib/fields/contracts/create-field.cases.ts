/** Requests of create field against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import type { createField } from './create-field.ts';
import { foreignOwner } from './demo.cases.ts';

const dressCode = { fieldName: 'Dress code', type: 'TEXT' };

export const createFieldCases: Cases<typeof createField> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    {
      summary: 'A text',
      body: dressCode,
      reply: { id: 512345678901234, fieldName: 'Dress code', created: 1_772_600_767_890, updated: 1_772_600_767_890 },
      varies: ['id', 'created', 'updated'],
    },
    {
      summary: 'A dropdown',
      body: {
        fieldName: 'Delivery',
        type: 'DROPDOWN_MULTI',
        dropDownOptions: ['Own drivers', 'Couriers'],
        defaultValue: 'Couriers',
        fieldDescription: 'Who brings the food',
      },
      reply: { id: 512345678901235, fieldName: 'Delivery', created: 1_772_600_767_890, updated: 1_772_600_767_890 },
      varies: ['id', 'created', 'updated'],
    },
  ],
  provocations: {
    fieldRequired: { unprovoked: 'test/functions/fields/fields.test.ts' },
    fieldTypeInvalid: { body: { ...dressCode, type: 'COLOUR' }, violations: [{ pointer: '/type' }] },
    fieldNameReserved: { body: { ...dressCode, fieldName: 'Location' }, violations: [{ pointer: '/fieldName' }] },
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    fieldNameTaken: { body: { ...dressCode, fieldName: 'PARKING' } },
    fieldLimitReached: { unprovoked: 'test/functions/fields/limits.test.ts' },
  },
  invalid: {
    body: { fieldName: 'Dress code', type: 'DROPDOWN_SINGLE' },
    message: 'dropDownOptions is required',
    violations: [{ pointer: '/dropDownOptions' }],
  },
  foreign: { 'x-business-number': foreignOwner(dressCode) },
};
