/** What every item carries next to its record. */
import { expect, it } from 'vitest';
import { ITEM_VERSION, itemOf } from '../../../../lib/dynamodb/table/entity.ts';

it('an item keeps its keys, type and version, whatever its record holds', () => {
  const record = { pk: 'of another', sk: 'of another', gsi1pk: 'of another', type: 'other', v: 99, name: 'Name' };
  const keys = { pk: 'P#ours', sk: 'RECORD', gsi1pk: 'P#ours#LIST', gsi1sk: '1' };
  expect(itemOf('record', record, keys)).toEqual({ ...keys, type: 'record', v: ITEM_VERSION, name: 'Name' });
});
