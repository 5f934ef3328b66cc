/** Values of attributes of a hotel in the spellings that clients send. */
import { describe, expect, it } from 'vitest';
import { findHotelAttribute, hotelValueProblem } from '../../../lib/catalog/hotel-attributes.ts';
import { parseJson } from '../../../lib/contract/number-text.ts';
import { readHotelValue } from '../../../lib/listing/rules/hotel-value.ts';

describe('A value of an attribute of a hotel', () => {
  it.each([
    ['frontDesk', true, ['true', ' Yes ', 1, '1', 'TRUE']],
    ['frontDesk', false, ['false', 'no', 0, '0']],
    ['numberOfRooms', 5, ['5', ' 5 ', '+5', '5.0']],
    ['yearBuilt', 1999, ['1999', '1999.0']],
    ['checkInTime', '9:00', ['09:00', '9:00', ' 09:00 ']],
    ['checkInTime', '0:30', ['00:30']],
    ['breakfast', 'free', [' free ']],
    ['languagesSpoken', ['hindi', 'english'], ['hindi, english', ['hindi', ' english', ''], 'hindi,,english']],
  ])('%s %j is read from each of its spellings', (id, value, spellings) => {
    const attribute = findHotelAttribute(id)!;
    for (const each of [value, ...spellings]) {
      expect([each, readHotelValue(attribute, each)]).toEqual([each, value]);
      expect(hotelValueProblem(attribute, readHotelValue(attribute, each))).toBeUndefined();
    }
  });

  it.each([
    ['frontDesk', ['2', 2, 'maybe', [true], {}]],
    ['numberOfRooms', ['5.5', '1e3', '-1', '1000001', 'five', '5 rooms', true, ['5'], '0x10', '12345678901234567890']],
    ['yearBuilt', ['999', '10000', '1999.5', '1e3', 'MCM', '0', true]],
    ['checkInTime', ['24:00', '9', 9, '9:60', '9 am', '009:00', ['9:00']]],
    ['breakfast', ['Free', 1, true, ['free'], 'none,free']],
    ['languagesSpoken', ['klingon', 'hindi, hindi', 7, { 0: 'hindi' }, [['hindi']]]],
  ])('%s stays refused for what says nothing of its type', (id, values) => {
    const attribute = findHotelAttribute(id)!;
    for (const value of values)
      expect([value, hotelValueProblem(attribute, readHotelValue(attribute, value))]).toEqual([
        value,
        expect.any(String),
      ]);
  });

  it.each(['1e400', '5.50', '12345678901234567890'])('%s as a number is no whole number of rooms', (number) => {
    const attribute = findHotelAttribute('numberOfRooms')!;
    expect(hotelValueProblem(attribute, readHotelValue(attribute, parseJson(number)))).toEqual(expect.any(String));
  });

  it.each([null, '', '  ', 'null', undefined])('%j is none, and never 0, false or a list', (blank) => {
    for (const id of ['frontDesk', 'numberOfRooms', 'yearBuilt', 'checkInTime', 'breakfast', 'languagesSpoken'])
      expect(readHotelValue(findHotelAttribute(id)!, blank)).toBe(blank);
  });
});
