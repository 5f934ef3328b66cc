/** What the contracts of custom fields share. */
import { maxLine, maxText, text, trueOrFalse } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Parameter } from '../../contract/operation.ts';
import { addressed, recordNumber } from '../../contract/parameters.ts';
import { FIELD_TYPES, LONGEST_OPTION, MOST_OPTIONS } from '../repository/field.ts';

/** The header by which an account is selected. */
export const account = {
  'x-business-number': addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
} as const;

export const fieldId = addressed(errors.fieldNotFound, 'The id of the custom field');

/** The location whose values are answered. */
export const locationBizNumber = {
  description: 'A location of the account: its values are answered too',
  schema: recordNumber,
  identifies: true,
} as const satisfies Parameter;

/** What a field is, beside its name and type: the same of a new field and of an update. */
export const fieldProperties = {
  defaultValue: field(text, 'What stands for a value where a location has none, in your own pages', 'Street'),
  dropDownOptions: field(
    {
      type: 'array',
      items: { ...maxLine(LONGEST_OPTION), minLength: 1 },
      'x-read': 'list',
      maxItems: MOST_OPTIONS,
    },
    `Options of a dropdown, 1 to ${MOST_OPTIONS}, each of them once`,
    ['Street', 'Garage', 'None'],
  ),
  fieldDescription: field(maxText(1000), 'What it is for, at most 1000 characters', 'Where guests leave their cars'),
  filterable: field(trueOrFalse, 'Whether locations can be searched by it; at most 10 fields of an account', true),
} as const;

const fieldValue = field(
  text,
  'The value at the location; empty where it has none. Answered where a location is named',
  'Street',
);

/** A field as it is answered. */
export const fieldRecord = {
  title: 'CustomField',
  type: 'object',
  required: [
    'id',
    'fieldName',
    'type',
    'fieldDescription',
    'filterable',
    'isHidden',
    'dropDownOptions',
    'defaultValue',
  ],
  properties: {
    id: field({ type: 'integer', format: 'int64' }, 'Its id', 740001),
    fieldName: field(text, 'Its name', 'Parking'),
    type: field({ enum: FIELD_TYPES }, 'The type of its values', 'DROPDOWN_SINGLE'),
    fieldDescription: field(text, 'What it is for', 'Where guests leave their cars'),
    filterable: field({ type: 'boolean' }, 'Whether locations can be searched by it', true),
    isHidden: field({ type: 'boolean' }, 'Whether your own pages are to hide it', false),
    dropDownOptions: field({ type: 'array', items: text }, 'Options of a dropdown', ['Street', 'Garage', 'None']),
    defaultValue: field(text, 'What stands for a value where a location has none', 'Street'),
    fieldValue,
  },
} as const;
