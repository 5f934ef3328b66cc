/** What the document says of how a country is read holds for what the operation takes. */
import { describe, expect, it } from 'vitest';
import document from '../../../openapi.json' with { type: 'json' };
import { wordsOf } from '../../../tools/docs/openapi/words.ts';

type Node = { readonly [name: string]: unknown };

/** Every schema of the document that says how UK is read. */
const sayingUk = (value: unknown): readonly Node[] => {
  if (typeof value !== 'object' || value === null) return [];
  const own = value as Node;
  const says = typeof own.description === 'string' && own.description.includes('UK is accepted as GB');
  return [...(says ? [own] : []), ...Object.values(own).flatMap(sayingUk)];
};

describe('A country', () => {
  it('is said to be read from UK as GB only where GB is taken', () => {
    const reading = { 'x-read': 'country' };
    expect(wordsOf(reading)).toBe('Case-insensitive; UK is accepted as GB');
    expect(wordsOf({ ...reading, enum: ['US', 'GB'] })).toBe('Case-insensitive; UK is accepted as GB');
    expect(wordsOf({ ...reading, enum: ['US', 'AU'] })).toBe('Case-insensitive');
    const all = sayingUk(document);
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter((node) => Array.isArray(node.enum) && !node.enum.includes('GB'))).toEqual([]);
  });
});
