/** The value of an attribute of a hotel as clients send it, in the form of its type (docs/decisions.md: coercion). Pure. */
import { hourText } from '../../business/reply.ts';
import type { HotelAttribute } from '../../catalog/hotel-attributes.ts';
import { readFlag, readNamed, readNumber, readText } from '../../contract/readings.ts';
import { isBlank } from '../../contract/text.ts';

/** What can't be read is left as it came, for `hotelValueProblem` to refuse; what is blank too, which removes the attribute. */
export const readHotelValue = ({ valueType }: HotelAttribute, value: unknown): unknown => {
  if (isBlank(value ?? null)) return value;
  switch (valueType) {
    case 'BOOLEAN':
      return readFlag(value, [false, true]);
    case 'INTEGER':
    case 'YEAR':
      return readNumber(value);
    case 'TIME': {
      const text = readText(value);
      return typeof text === 'string' ? hourText(text) : text;
    }
    case 'SINGLE_SELECT':
      return readText(value);
    case 'MULTI_SELECT':
      return readNamed('list', value);
  }
};
