/** What the demo data has of custom fields, for the cases of their contracts. */
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount, foreignLocation } from '../../contract/foreign.ts';

/** Of account 700100; every location can have a value of each. */
export const DEMO = { region: 1, parking: 740001, seats: 740002, absent: 749999 } as const;

/** The other partner's field, and an id that no field has. */
const FOREIGN = { foreign: 840001, absent: 849999 } as const;

export const foreignField = (body?: unknown) => {
  const request = (fieldId: number) => ({ parameters: { fieldId }, ...(body !== undefined && { body }) });
  return {
    foreign: request(FOREIGN.foreign),
    absent: request(FOREIGN.absent),
    code: errors.fieldNotFound.code,
  };
};

/** A value of the other partner's own: its location is checked ahead of its field. */
export const THEIRS = { businessNumber: 800101, fieldId: FOREIGN.foreign, fieldValue: '12' } as const;

/** The same for a field, or a location, that the body names. */
export const foreignInBody = (name: 'fieldId' | 'businessNumber') => ({
  foreign: { body: THEIRS },
  absent: { body: { ...THEIRS, [name]: name === 'fieldId' ? FOREIGN.absent : 899901 } },
  code: errors.businessInvalid.code,
});

export const foreignOwner = (body?: unknown) => foreignAccount('x-business-number', errors.businessInvalid, body);
export const foreignShown = (body?: unknown) => foreignLocation('locationBizNumber', errors.businessInvalid, body);

export const region = {
  id: DEMO.region,
  fieldName: 'Region',
  type: 'TEXT',
  fieldDescription: '',
  filterable: true,
  isHidden: false,
  dropDownOptions: [],
  defaultValue: '',
} as const;

export const parking = {
  id: DEMO.parking,
  fieldName: 'Parking',
  type: 'DROPDOWN_SINGLE',
  fieldDescription: 'Where guests leave their cars',
  filterable: true,
  isHidden: false,
  dropDownOptions: ['Street', 'Garage', 'None'],
  defaultValue: 'Street',
} as const;
