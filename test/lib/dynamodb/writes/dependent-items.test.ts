/** Actions on items that were read. */
import { describe, expect, it } from 'vitest';
import { ItemTooLarge } from '../../../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../../../lib/dynamodb/table/attributes.ts';
import { MAX_RECORD_BYTES } from '../../../../lib/dynamodb/table/record-size.ts';
import { unchangedAction, updateAction } from '../../../../lib/dynamodb/writes/dependent-items.ts';
import { nextMark } from '../../../../lib/dynamodb/writes/marks.ts';

const key = { pk: 'P#ours#BUSINESS#1', sk: 'PROFILE' };
const item: Item = { ...key, version: 3, p0: nextMark(), a: 'x' };
const valuesOf = (action: object): Item => Object.values(action)[0].ExpressionAttributeValues;

describe('An update of an item that was read', () => {
  it('bears the mark that it is given, or a new one', () => {
    const mark = nextMark();
    expect(valuesOf(updateAction(item, { a: 'y' }, { mark }))).toMatchObject({ ':mark': mark, ':version': 3 });
    expect(Number(String(valuesOf(updateAction(item, { a: 'y' }))[':mark']).slice(0, 13))).toBeGreaterThan(
      Number(mark.slice(0, 13)),
    );
  });

  it('may not make it too large', () => {
    expect(() => updateAction(item, { a: 'x'.repeat(MAX_RECORD_BYTES) })).toThrow(ItemTooLarge);
  });

  it('may make it smaller where it is too large', () => {
    const large = { ...item, b: 'x'.repeat(MAX_RECORD_BYTES) };
    expect(valuesOf(updateAction(large, { a: null }))[':bytes']).toBeGreaterThan(MAX_RECORD_BYTES);
    expect(() => updateAction(large, { a: 'xy' })).toThrow(ItemTooLarge);
  });
});

it('An item whose writes nothing counts has the version 0, which no condition finds', () => {
  const { version: _, ...uncounted } = item;
  for (const action of [unchangedAction(uncounted), updateAction(uncounted, { a: 'y' })])
    expect(valuesOf(action)[':version']).toBe(0);
});
