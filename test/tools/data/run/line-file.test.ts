/** A file that a run writes piece by piece, where another run writes one of the same name at the same time. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLineFile, type Written } from '../../../../tools/data/run/line-file.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'lines-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

let files = 0;
const newName = () => `${++files}.jsonl`;
const named = (name: string) => readdirSync(directory).filter((each) => each.startsWith(name));
const ANOTHER = 'Another run writes';

test('a run whose file another one has taken over leaves that alone, and gives it no name', () => {
  const name = newName();
  const out = join(directory, name);
  const first = openLineFile(out, { written: { bytes: 0 } });
  first.append('of the first\n');
  const second = openLineFile(out, { written: { bytes: 0 } });
  second.append('half\n');
  expect(() => first.complete()).toThrow(ANOTHER);
  expect(() => first.append('more\n')).toThrow(ANOTHER);
  first.close();
  expect(named(name)).toEqual([`${name}.partial`]);
  second.append('of the second\n');
  second.complete();
  second.close();
  expect(named(name)).toEqual([name]);
  expect(readFileSync(out, 'utf8')).toBe('half\nof the second\n');
});

test('a run that continues the file of one that goes on ends that one', () => {
  const out = join(directory, newName());
  const position: Written = { bytes: 0 };
  const first = openLineFile(out, { written: position, isKept: true });
  first.append('one\n');
  const saved = { ...position };
  first.append('two\n');
  const second = openLineFile(out, { written: saved, isKept: true });
  expect(() => first.append('three\n')).toThrow(ANOTHER);
  expect(() => first.complete()).toThrow(ANOTHER);
  first.close();
  second.append('two\n');
  second.complete();
  expect(readFileSync(out, 'utf8')).toBe('one\ntwo\n');
});
