import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonPosition } from '../../../lib/http/body/json-position.ts';
import { runs } from '../../support/chosen.ts';
import { anyText } from '../../support/texts.ts';

/** What is said of a text that is no JSON. */
const position = (text: string) => {
  try {
    JSON.parse(text);
  } catch (error) {
    return jsonPosition(text, (error as Error).message);
  }
  return undefined;
};

describe('the place where a text ceases to be JSON', () => {
  it.each([
    ['', 1, 1],
    ['{', 1, 2],
    ['x', 1, 1],
    ['{"a":1,}', 1, 8],
    ['{"a":1 "b":2}', 1, 8],
    ['{"a" 1}', 1, 6],
    ['{a:1}', 1, 2],
    ['[1,,2]', 1, 4],
    ['[1 2]', 1, 4],
    ['{"a":}', 1, 6],
    ['{}}', 1, 3],
    ['{"a":"b', 1, 8],
    ['{"a":01}', 1, 7],
    ['{\n"a":1,\n"b":x}', 3, 5],
    ['[\n\n\n', 4, 1],
  ])('%j is line %i, column %i', (text, line, column) => expect(position(text)).toEqual({ line, column }));

  it('is inside the text, or right behind it, for any text', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', 'x', '\n', '\\', ':'))
      .map(([text, at, extra]) => {
        const index = at % (text.length + 1);
        return text.slice(0, index) + extra + text.slice(index + 1);
      });
    fc.assert(
      fc.property(fc.oneof(broken, anyText()), (text) => {
        const found = position(text);
        if (!found) return;
        const lines = text.split('\n');
        expect(found.line).toBeGreaterThanOrEqual(1);
        expect(found.line).toBeLessThanOrEqual(lines.length);
        expect(found.column).toBeGreaterThanOrEqual(1);
        expect(found.column).toBeLessThanOrEqual((lines[found.line - 1]?.length ?? 0) + 1);
      }),
      { numRuns: runs(500, 2000) },
    );
  });

  it('is found in long texts too', () => {
    const texts = [`${'['.repeat(500_000)}x`, `${' '.repeat(900_000)}x`, `"${'\\\\'.repeat(400_000)}`];
    for (const text of texts) expect(position(text)).toBeDefined();
  });
});
