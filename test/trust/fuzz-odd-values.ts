/** Values that break what a schema asks for, as JSON. */
import type { Random } from './random.ts';

/** JSON that is so many levels deep. */
export const deep = (open: string, close: string, levels: number, middle = '1') =>
  open.repeat(levels) + middle + close.repeat(levels);

/** Values that no field wants, or that only look like what it wants, as JSON. */
const ODD_VALUES: readonly string[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '123456789012345678901234567890123456789012345678901234567890',
  '0.1234567890123456789012345678901234567890123456789',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[{}]',
  '[[[[["x"]]]]]',
  '""',
  '" "',
  '"null"',
  '"undefined"',
  '"NaN"',
  '"__proto__"',
  '"constructor"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"a\\ud83d"',
  '"\\ud83d\\ude00"',
  '"\\uffff\\ufffe"',
  '"\\u202e\\u2066"',
  '"\\u0041\\u030a\\u0323"',
  '"\\u2028\\u2029"',
  '"\\u001b[31m"',
  '"٢٠١"',
  '"２０１"',
  '"é"',
  '"$context.requestId"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that must stay text
  '"${jndi:x}"',
  '"%00%0a"',
  '"../../etc"',
  '"#PROFILE"',
  '"\'; DROP TABLE x; --"',
  '"<script>"',
  '"101"',
  '"1e3"',
  '"0x10"',
  '" 7 "',
  '"Yes"',
  '"TRUE"',
  '"12/31/2099"',
  '"02/30/2024"',
  '"13/13/2013"',
  '"00/00/0000"',
  '"24:00"',
  '"99:99"',
  '"http://"',
  '"javascript:alert(1)"',
  '"https://\\u0000.example"',
  '"Opening Soon"',
  '"Temporarily Closed"',
  '"Permanently Closed"',
  '"NZ"',
  '"UK"',
  '"Etc/GMT+99"',
  '"(650) 555-0100"',
  '"+0000000000000000"',
  '{"__proto__":{"isOpen":1}}',
  '{"constructor":{"prototype":{}}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3}',
  '{"length":5}',
  '{"length":-1,"0":"x"}',
  '{"then":"x"}',
  '{"toJSON":"x"}',
  '{"":""}',
  '{"a.b":1,"a":{"b":2}}',
  '{"#":"x","%23":"y"}',
  '{"\\u0000":1}',
  '{"\\ud800":1}',
];

const LONG_TEXTS = ['x', 'é', '😀', ' ', ',', 'a,', '0', '"', '\\', '\u0000', '-'] as const;

/** Longer than any limit of a schema, and now and then than the limit of a record. */
const longText = (random: Random): string => {
  const length = random.pick([51, 251, 256, 1001, 4001, 5001, 20_000, random.chance(0.02) ? 500_000 : 3000]);
  return JSON.stringify(random.pick(LONG_TEXTS).repeat(length));
};

const deepValue = (random: Random): string => {
  const levels = random.pick([5, 15, 16, 17, 33, 100, 1000, random.chance(0.1) ? 20_000 : 200]);
  return random.chance(0.5) ? deep('[', ']', levels) : deep('{"a":', '}', levels);
};

const manyItems = (random: Random): string =>
  `[${Array(random.pick([3, 4, 10, 11, 17, 101, 1001, random.chance(0.05) ? 20_000 : 50]))
    .fill(random.pick(ODD_VALUES))
    .join(',')}]`;

/** A value that no field wants, as JSON. */
export const oddValue = (random: Random): string => {
  const kind = random.below(20);
  if (kind === 0) return longText(random);
  if (kind === 1) return deepValue(random);
  return kind === 2 ? manyItems(random) : random.pick(ODD_VALUES);
};
