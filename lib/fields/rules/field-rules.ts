/** Rules for the body of a custom field that its schema can't express. Pure. */
import type { Normalized } from '../../contract/coercion.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import { FIELD_TYPES, type Field, type FieldType, isDropdown, nameKey } from '../repository/field.ts';
import { misfit } from '../repository/fit.ts';
import { isReserved } from '../repository/reserved.ts';

const OPTIONS = 'dropDownOptions';
const DEFAULT = 'defaultValue';

/** What is wrong with the options of a dropdown. */
export const optionsProblem = (type: FieldType, options: readonly string[] | undefined): string | undefined => {
  if (!isDropdown(type)) return undefined;
  if (options === undefined || options.length === 0) return 'is required';
  if (new Set(options.map(nameKey)).size < options.length) return 'must name each option once';
  const hasComma = type === 'DROPDOWN_MULTI' && options.some((each) => each.includes(','));
  return hasComma ? 'must have no commas in its options' : undefined;
};

/** What is wrong with a field as it would stand, by path. */
export const standingProblems = (field: Pick<Field, 'type' | 'dropDownOptions' | 'defaultValue'>): Violation[] => {
  const { type, dropDownOptions, defaultValue } = field;
  const options = optionsProblem(type, dropDownOptions);
  if (options) return [{ path: OPTIONS, error: invalid(OPTIONS, options) }];
  const wrong = defaultValue === undefined ? undefined : misfit(field, defaultValue);
  return wrong ? [{ path: DEFAULT, error: invalid(DEFAULT, wrong) }] : [];
};

/** A new field that was validated, without its id. */
export type NewField = Omit<Field, 'id' | 'created'>;

/** Whether the schema takes the type: rules of types that there are not can't be kept. */
const isType = (type: unknown): type is FieldType => FIELD_TYPES.includes(type as FieldType);

/** The field that a body asks for; of a body that is refused, nothing is made of it. */
export const newField = (body: Normalized['body']): NewField => {
  const { fieldName, type, dropDownOptions, filterable, ...rest } = body as unknown as NewField;
  const { defaultValue, fieldDescription } = rest;
  return {
    fieldName,
    type,
    ...(defaultValue !== undefined && { defaultValue }),
    ...(isType(type) && isDropdown(type) && dropDownOptions && { dropDownOptions }),
    ...(fieldDescription !== undefined && { fieldDescription }),
    ...(filterable === true && { filterable }),
  };
};

/** What the request alone says against a new field. */
export const creationViolations = ({ body }: Normalized): readonly Violation[] => {
  const { fieldName, type, dropDownOptions, defaultValue } = body;
  const reserved =
    typeof fieldName === 'string' && isReserved(fieldName)
      ? [{ path: 'fieldName', error: errors.fieldNameReserved }]
      : [];
  const isReadable =
    isType(type) &&
    (dropDownOptions === undefined ||
      (Array.isArray(dropDownOptions) && dropDownOptions.every((each) => typeof each === 'string'))) &&
    (defaultValue === undefined || typeof defaultValue === 'string');
  return [...reserved, ...(isReadable ? standingProblems(body as never) : [])];
};
