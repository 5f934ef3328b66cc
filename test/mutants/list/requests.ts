/** Parameters, validators and rights: nothing passes unjudged. */
import type { Mutant } from '../mutant.ts';

const FUZZ = 'part: fuzz';
const WINDOWS = 'test/functions/menus/get-menu-details-windows.test.ts';
const ENDPOINT = 'test/functions/conventions/endpoint.test.ts';

export const requests: readonly Mutant[] = [
  {
    name: 'rules-that-cannot-read-fail',
    file: 'lib/http/check-body.ts',
    find: 'if (isRight || !(error instanceof TypeError)) throw error;',
    replace: 'if (isRight || error !== undefined) throw error;',
    tests: [['test/contract/odd-values.test.ts', 'refuses what is of a wrong kind']],
    promise: FUZZ,
  },
  {
    name: 'letters-of-a-text-as-fields',
    file: 'lib/contract/readings.ts',
    find: '=> (isObject(value) ? value : {});',
    replace: '=> (value ?? {}) as JsonObject;',
    tests: [['test/contract/odd-values.test.ts', 'refuses what is of a wrong kind']],
    promise: 'part: costly-inputs',
  },
  {
    name: 'parameters-not-judged',
    file: 'lib/http/read-parameters.ts',
    find: 'if (violation) {',
    replace: 'if (violation && list.length > 99) {',
    tests: [[WINDOWS, 'is an error']],
    promise: FUZZ,
  },
  {
    name: 'pages-of-any-depth',
    file: 'lib/contract/parameters.ts',
    find: '+ most > 100_000',
    replace: '+ most > 100_000_000',
    tests: [[WINDOWS, 'is an error']],
    promise: 'part: costly-inputs',
  },
  {
    name: 'bodies-not-judged',
    file: 'lib/http/check-body.ts',
    find: 'if (!first) return;',
    replace: 'if (!first || byRules.length === 0) return;',
    tests: [[WINDOWS, 'refuses a body']],
    promise: 'threat: sends a body that changes more',
  },
  {
    name: 'rules-of-the-request-not-judged',
    file: 'lib/http/check-body.ts',
    find: 'taken.isRight && taken.byRules.length === 0;',
    replace: 'taken.isRight;',
    tests: [['test/functions/business/update-business/dates.test.ts', '']],
    promise: 'threat: sends a body that changes more',
  },
  {
    name: 'endpoint-without-a-schema',
    file: 'lib/http/endpoint.ts',
    find: 'if (request && !(body && loadReports)) throw',
    replace: 'if (request && !compiled) throw',
    tests: [[ENDPOINT, 'with a body whose schema was not compiled has no endpoint']],
    promise: 'threat: sends a body that changes more',
  },
  {
    name: 'writes-without-idempotency',
    file: 'lib/http/endpoint.ts',
    find: 'if (writes && !idempotency) throw',
    replace: 'if (writes && !compiled) throw',
    tests: [[ENDPOINT, 'that writes, and was built without idempotency, has no endpoint']],
    promise: 'once: 4',
  },
  {
    name: 'rights-beyond-the-contract',
    file: 'lib/contract/derived.ts',
    find: "const IDEMPOTENCY: readonly TableAction[] = ['GetItem', ",
    replace: "const IDEMPOTENCY: readonly TableAction[] = ['DeleteItem', 'GetItem', ",
    tests: [['test/contract/rights.test.ts', 'does to the table what its contract says']],
    promise: 'threat: reaches more than its operation needs',
  },
  {
    name: 'errors-without-their-shape',
    file: 'lib/http/map-errors.ts',
    find: 'problemBody(entry, violations) : { code, message };',
    replace: 'problemBody(entry, violations) : { message };',
    tests: [['test/contract/errors.test.ts', 'as every operation']],
    promise: FUZZ,
  },
  {
    name: 'number-as-a-body',
    file: 'lib/http/body/json.ts',
    find: "if (!isObject(body)) throw refusal('The request body must be a JSON object');",
    replace: '',
    tests: [['test/functions/bodies.test.ts', 'is refused as what it is']],
    promise: FUZZ,
  },
];
