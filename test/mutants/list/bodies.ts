/** What a body and a response may cost. */
import type { Mutant } from '../mutant.ts';

const COSTLY = 'threat: sends the costliest body';
const PART = 'part: costly-inputs';
const BODIES = 'test/functions/bodies.test.ts';
const MENUS = 'test/functions/menus/get-menu-details.test.ts';

export const bodies: readonly Mutant[] = [
  {
    name: 'values-without-a-bound',
    file: 'lib/http/body/guard.ts',
    find: 'if (++values > most)',
    replace: 'if (++values > 100 * most)',
    tests: [[BODIES, 'may hold 12,000 values and 64 levels, and no more']],
    promise: COSTLY,
  },
  {
    name: 'levels-without-a-bound',
    file: 'lib/http/body/guard.ts',
    find: 'if (++depth > DEEPEST)',
    replace: 'if (++depth > 100 * DEEPEST)',
    tests: [[BODIES, 'may hold 12,000 values and 64 levels, and no more']],
    promise: COSTLY,
  },
  {
    name: 'guard-misled-by-quotes',
    file: 'lib/http/body/guard.ts',
    find: 'if ((quote - before) % 2 === 0) return quote + 1;',
    replace: 'if (quote >= before) return quote + 1;',
    tests: [['test/lib/http/guard.test.ts', 'the shape of a body']],
    promise: PART,
  },
  {
    name: 'body-of-any-size',
    file: 'lib/http/body/text.ts',
    find: 'const MAX_BODY_BYTES = 1_048_576;',
    replace: 'const MAX_BODY_BYTES = 5_242_880;',
    tests: [[BODIES, 'may have 1 MiB, in bytes, and no more']],
    promise: COSTLY,
  },
  {
    name: 'body-measured-in-characters',
    file: 'lib/http/body/text.ts',
    find: 'bytes?.length ?? Buffer.byteLength(body)',
    replace: 'bytes?.length ?? body.length',
    tests: [[BODIES, 'may have 1 MiB, in bytes, and no more']],
    promise: COSTLY,
  },
  {
    name: 'violations-without-a-bound',
    file: 'lib/contract/violations.ts',
    find: 'export const MOST_VIOLATIONS = 1000;',
    replace: 'export const MOST_VIOLATIONS = 1_000_000;',
    tests: [
      [
        'test/functions/business/update-business/odd-values.test.ts',
        'names no more violations than an answer can hold',
      ],
    ],
    promise: PART,
  },
  {
    name: 'response-of-any-size',
    file: 'lib/http/json-reply.ts',
    find: '> MAX_RESPONSE_BYTES) {',
    replace: '> 100 * MAX_RESPONSE_BYTES) {',
    tests: [[MENUS, 'answers a clear error where the answer would be larger than 6 MB']],
    promise: COSTLY,
  },
  {
    name: 'response-measured-unescaped',
    file: 'lib/http/json-reply.ts',
    find: 'Buffer.byteLength(JSON.stringify(response))',
    replace: 'Buffer.byteLength(response.body)',
    tests: [['test/lib/http/json-reply.test.ts', 'is measured as it is handed over']],
    promise: PART,
  },
  {
    name: 'gzip-for-everyone',
    file: 'lib/http/gzip.ts',
    find: "(weightOf(acceptEncoding, ['gzip', '*']) ?? 0) > 0",
    replace: "(weightOf(acceptEncoding, ['gzip', '*']) ?? 1) > 0",
    tests: [[MENUS, 'not for']],
    promise: PART,
  },
  {
    name: 'menus-read-to-their-end',
    file: 'lib/menus/repository/menus.ts',
    find: 'const MOST_UNITS = 925;',
    replace: 'const MOST_UNITS = 92_500;',
    tests: [[MENUS, 'where finding the window would read too much']],
    promise: 'part: costs',
  },
];
