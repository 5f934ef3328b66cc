/** Violations of a schema name their places by path and pointer. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pointerOf, violationOf } from '../../../lib/contract/violations.ts';

const name = fc.oneof(fc.nat(20).map(String), fc.string({ unit: fc.constantFrom('a', '0', '.', '[', ']', '/', '~') }));
const segments = fc.array(
  name.map((each) => each.replaceAll('~', '~0').replaceAll('/', '~1')),
  { maxLength: 4 },
);

it('points to the place that Ajv names, by its path or by a pointer next to it', () => {
  fc.assert(
    fc.property(segments, (names) => {
      const instancePath = names.map((each) => `/${each}`).join('');
      const error = { instancePath, schemaPath: '#/type', keyword: 'type', params: { type: 'string' } };
      const { path, pointer } = violationOf({ type: 'string' }, error);
      expect(pointer ?? pointerOf(path)).toBe(instancePath);
    }),
    { numRuns: 2000 },
  );
});
