/** What the contracts of custom fields share. */
import { maxLine, maxText, text, trueOrFalse } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Parameter } from '../../contract/operation.ts';
import { addressed, recordNumber } from '../../contract/parameters.ts';
import { FIELD_TYPES, LONGEST_OPTION, LONGEST_VALUE, MOST_OPTIONS } from '../repository/field.ts';

/** The header by which an account is selected. */
export const account = {
  'x-business-number': addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
} as const;

export const fieldId = addressed(errors.fieldNotFound, 'The id of the custom field');

/** The location whose values are answered. */
export const locationBizNumber = {
  description: 'Location of the account whose values to return',
  schema: recordNumber,
  identifies: true,
} as const satisfies Parameter;

/** What a field has in addition to its name and type: the same for a new field and for an update. */
export const fieldProperties = {
  defaultValue: field(
    maxText(LONGEST_VALUE),
    `Default for locations without a value, for your own pages; at most ${LONGEST_VALUE} characters`,
    'Street',
  ),
  dropDownOptions: field(
    {
      type: 'array',
      items: { ...maxLine(LONGEST_OPTION), minLength: 1 },
      'x-read': 'list',
      maxItems: MOST_OPTIONS,
    },
    `Options of a dropdown, 1 to ${MOST_OPTIONS}, without duplicates`,
    ['Street', 'Garage', 'None'],
  ),
  fieldDescription: field(maxText(1000), 'Description, at most 1000 characters', 'Where guests leave their cars'),
  filterable: field(
    trueOrFalse,
    'Whether locations can be searched by the field; at most 10 fields of an account',
    true,
  ),
} as const;

const fieldValue = field(text, 'Value at the location; empty without one. Returned if you name a location', 'Street');

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
    type: field({ enum: FIELD_TYPES }, 'Type of the values', 'DROPDOWN_SINGLE'),
    fieldDescription: field(text, 'Description', 'Where guests leave their cars'),
    filterable: field({ type: 'boolean' }, 'Whether locations can be searched by the field', true),
    isHidden: field({ type: 'boolean' }, 'Whether your own pages hide the field', false),
    dropDownOptions: field({ type: 'array', items: text }, 'Options of a dropdown', ['Street', 'Garage', 'None']),
    defaultValue: field(text, 'Default for locations without a value', 'Street'),
    fieldValue,
  },
} as const;
