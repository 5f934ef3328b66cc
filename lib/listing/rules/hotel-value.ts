/** Converts the value of a hotel attribute as clients send it to its type (docs/decisions.md: coercion). Pure. */
import type { HotelAttribute } from '../../catalog/hotel-attributes.ts';
import { readFlag, readNamed, readNumber, readText } from '../../contract/readings.ts';
import { isBlank } from '../../contract/text.ts';

/**
 * Reads the value of an attribute. A value that can't be read stays as sent, for `hotelValueProblem` to refuse. So does
 * a blank one, which removes the attribute.
 */
export const readHotelValue = ({ valueType }: HotelAttribute, value: unknown): unknown => {
  if (isBlank(value ?? null)) return value;
  switch (valueType) {
    case 'BOOLEAN':
      return readFlag(value, [false, true]);
    case 'INTEGER':
    case 'YEAR':
      return readNumber(value);
    case 'TIME':
      return readNamed('hour', value);
    case 'SINGLE_SELECT':
      return readText(value);
    case 'MULTI_SELECT':
      return readNamed('list', value);
  }
};
