/** How the client counts what a request for a bulk update may hold. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shapeOf } from '../../../../lib/http/body/guard.ts';
import { valuesIn } from '../../../../tools/docs/client/runtime/bulk-rows.ts';

it('Values are counted as the API counts them', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = `[${JSON.stringify(value)},0]`;
      const count = valuesIn([value, 0]);
      expect(shapeOf(text, count).problem).toBeUndefined();
      expect(shapeOf(text, count - 1).problem).toBeDefined();
    }),
  );
  expect(valuesIn({ patch: { languages: [], services: ['a', 'b'], hours: {} } })).toBe(9);
});
