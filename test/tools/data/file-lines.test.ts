/** Lines of a file, and which is the first about a thing: whatever the chunks, line ends and numbers are. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { benchRecords } from '../../../tools/data/commands/bench-records.ts';
import { forLines, TOO_LONG } from '../../../tools/data/file-lines.ts';
import { firstLines } from '../../../tools/data/first-lines.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lines-'));
});
afterAll(() => rm(directory, { recursive: true }));

const read = async (content: string): Promise<[number, string][]> => {
  const file = join(directory, 'some.jsonl');
  await writeFile(file, content);
  const found: [number, string][] = [];
  await forLines(file, (line, bytes) => {
    found.push([line, bytes().toString()]);
  });
  return found;
};

const numbered = (texts: readonly string[]) => texts.map((text, index) => [index + 1, text]);

test('lines of any length and letters, some over the ends of chunks', async () => {
  const part = fc.oneof(
    fc.constantFrom('{"a":1}', '', '\u2028', 'é', '𝒳', 'x\ry'),
    fc.tuple(fc.constantFrom('a', 'é', '𝒳'), fc.integer({ min: 32_760, max: 65_540 })).map(([of, n]) => of.repeat(n)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), async (texts, end) => {
      expect(await read(texts.map((text) => `${text}${end}`).join(''))).toEqual(
        numbered(texts.map((text) => `${text}${end.slice(0, -1)}`)),
      );
    }),
    { numRuns: 40 },
  );
});

test('a last line without an end, an empty file, and ends alone', async () => {
  expect(await read('a\nb')).toEqual(numbered(['a', 'b']));
  expect(await read('')).toEqual([]);
  expect(await read('\n\r\n\r')).toEqual(numbered(['', '\r', '\r']));
});

test('each line is waited for', async () => {
  const file = join(directory, 'waits.jsonl');
  await writeFile(file, 'a\nb\nc\n');
  const order: string[] = [];
  await forLines(file, async (line, bytes) => {
    const text = bytes().toString();
    order.push(`${line} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`${text} ends`);
  });
  expect(order).toEqual(['1 begins', 'a ends', '2 begins', 'b ends', '3 begins', 'c ends']);
});

test('a line of 16 MB is read as one that says so, and the others as they are', async () => {
  const long = 'x'.repeat(16 * 1024 * 1024 + 1);
  const instead = TOO_LONG;
  expect(await read(`a\n${long}\nb\nc\n`)).toEqual(numbered(['a', instead, 'b', 'c']));
  expect(await read(`a\n${long}${long}`)).toEqual(numbered(['a', instead]));
  expect(await read(`${long.slice(1)}\nb`)).toEqual(numbered([instead, 'b']));
  expect((await read(`${long.slice(2)}\nb`)).map(([, { length }]) => length)).toEqual([16 * 1024 * 1024 - 1, 1]);
});

test('the first line about a thing is found, of thousands', () => {
  const { firstAbout } = firstLines();
  const about = (number: number) => `contact ${number} of account ${number % 7}`;
  for (let number = 1; number <= 3000; number++) expect(firstAbout({ about: about(number) }, number)).toBeUndefined();
  for (let number = 1; number <= 3000; number++)
    expect(firstAbout({ about: about(number) }, 3000 + number)).toBe(number);
});

test('records of the bench give no number to an account and to a location', () => {
  const numbers = [...benchRecords(20_000)].flatMap((record) => {
    const { type, accountNumber, businessNumber } = record as Record<string, unknown>;
    return type === 'account' ? [accountNumber] : type === 'business' ? [businessNumber] : [];
  });
  expect(new Set(numbers).size).toBe(numbers.length);
});
