/** What rules see of a body that its schema refuses. */
import { expect, it } from 'vitest';
import { isSent, wellTyped } from '../../../lib/contract/well-typed.ts';

const text = { type: 'string' };
const schema = {
  type: 'object',
  properties: {
    name: { ...text, maxLength: 2 },
    status: { enum: ['Open'] },
    location: { type: 'object', properties: { zip: text, floor: { type: 'integer' } } },
    rows: { type: 'array', items: { type: 'object', properties: { id: text } } },
    hours: { type: 'object', additionalProperties: { type: 'array', items: text } },
    either: { type: ['string', 'null'] },
    any: {},
  },
};
const part = (body: Record<string, unknown>) => wellTyped(schema, { body, cleared: ['x'] });

it('is without values of other types, and keeps their names and places', () => {
  const { body, cleared } = part({
    name: 5,
    location: { zip: {}, floor: 1.5 },
    rows: [{ id: 'a' }, 7, { id: [] }],
    hours: { mon: ['9', 9], tue: 'x' },
    either: 1,
  });
  expect(body).toStrictEqual({
    name: undefined,
    location: { zip: undefined, floor: undefined },
    rows: [{ id: 'a' }, undefined, { id: undefined }],
    hours: { mon: ['9', undefined], tue: undefined },
    either: undefined,
  });
  expect(cleared).toEqual(['x']);
  expect([isSent(body, 'name'), isSent(body, 'status'), isSent(body, 'toString')]).toEqual([true, false, false]);
});

it('is all of a body of the right types, whatever its limits', () => {
  const body = { name: 'longer', status: 'Shut', location: { zip: '' }, rows: [], either: null, any: { x: [1] } };
  expect(part(body).body).toStrictEqual(body);
});
