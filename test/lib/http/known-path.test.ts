/** Paths of fields as a log may hold them. */
import { describe, expect, it } from 'vitest';
import { knownPath } from '../../../lib/http/known-path.ts';

const schema = {
  type: 'object',
  properties: {
    hours: { type: 'array', items: { type: 'object', properties: { day: { type: 'string' } } } },
    attributes: { type: 'object', additionalProperties: true },
    either: { anyOf: [{ type: 'null' }, { type: 'object', properties: { one: {} } }] },
  },
};

describe('The path of a field', () => {
  it.each([
    ['hours[3].day', 'hours[3].day'],
    ['either.one', 'either.one'],
    ['attributes.ada@mail.example', 'attributes'],
    ['attributes.constructor', 'attributes'],
    ['ada@mail.example', ''],
    ['hours[0].ada', 'hours[0]'],
    ['hours.day', 'hours'],
    ['constructor', ''],
    ['', ''],
  ])('%s is %s in the log', (path, known) => {
    expect(knownPath(schema, path)).toBe(known);
  });
});
