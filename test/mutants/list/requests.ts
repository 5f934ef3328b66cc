/** Parameters, validators and rights: nothing passes unchecked. */
import type { Mutant } from '../mutant.ts';

const FUZZ = 'part: fuzz';
const ALL = 'test/contract/all-violations.test.ts';
const PROBLEMS = 'test/functions/conventions/problem-details.test.ts';
const WINDOWS = 'test/functions/menus/get-menu-details-windows.test.ts';
const PIPELINE = 'test/functions/business/update-business/pipeline.test.ts';
const MORE = 'threat: sends a body that changes more';
const ENDPOINT = 'test/functions/conventions/endpoint.test.ts';

export const requests: readonly Mutant[] = [
  {
    name: 'needs-of-rules-not-loaded',
    file: 'lib/contract/rules.ts',
    find: 'if (need !== undefined && isNeeded?.(request)) needs.add',
    replace: "if (need === 'record' && isNeeded?.(request)) needs.add",
    tests: [[PIPELINE, 'rules of the record, of the account and of media are broken in one response, each once']],
    promise: MORE,
  },
  {
    name: 'rules-of-the-record-not-named-with-parameters',
    file: 'lib/http/check-body.ts',
    find: 'if (passes(checked) && !wrong) return;',
    replace: 'if (passes(checked)) return;',
    tests: [[PROBLEMS, 'name the rules that need the stored record where otherwise only parameters are wrong']],
    promise: MORE,
  },
  {
    name: 'pointers-by-paths-alone',
    file: 'lib/contract/violations.ts',
    find: ' ? violation : { ...violation, pointer };',
    replace: ' ? violation : { ...violation };',
    tests: [[PROBLEMS, 'point to fields whose names the client chose, with dots, slashes and brackets']],
    promise: FUZZ,
  },
  {
    name: 'needs-of-rules-loaded-again',
    file: 'lib/contract/rules.ts',
    find: '    begun.set(need, loading);\n',
    replace: '',
    tests: [[PIPELINE, 'what the rules need is loaded once, whatever asks for it']],
    promise: 'part: costly-inputs',
  },
  {
    name: 'rules-with-what-was-loaded-not-run',
    file: 'lib/contract/rules.ts',
    find: '|| !Object.hasOwn(loaded, needs)) return byItself;',
    replace: "|| needs !== 'record') return byItself;",
    tests: [[PIPELINE, 'rules of the record, of the account and of media are broken in one response, each once']],
    promise: MORE,
  },
  {
    name: 'dry-runs-without-rules-of-the-record',
    file: 'lib/business/update.ts',
    find: 'return violations.length > 0 ? { violations }',
    replace: 'return violations.length > 0 && !validateOnly ? { violations }',
    tests: [[PIPELINE, 'a dry run is refused with what the write is refused with, and accepted where it is']],
    promise: FUZZ,
  },
  {
    name: 'rules-that-cannot-read-fail',
    file: 'lib/http/check-body.ts',
    find: 'prepare?.(isRight ? normalized : wellTyped(schema, normalized), dropped, event.values.query);',
    replace:
      'prepare?.(isRight ? normalized : { ...wellTyped(schema, normalized), ...normalized }, dropped, event.values.query);',
    tests: [['test/contract/odd-values.test.ts', 'refuses what is of a wrong kind']],
    promise: FUZZ,
  },
  {
    name: 'rules-see-values-of-a-wrong-type',
    file: 'lib/contract/well-typed.ts',
    find: 'if (!isOfType(node, value)) return undefined;',
    replace: '',
    tests: [['test/contract/odd-values.test.ts', 'refuses what is of a wrong kind']],
    promise: 'part: costly-inputs',
  },
  {
    name: 'parameters-not-checked',
    file: 'lib/http/read-parameters.ts',
    find: 'if (!first) return;',
    replace: 'if (!first || list.length < 99) return;',
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
    name: 'bodies-not-checked',
    file: 'lib/http/check-body.ts',
    find: 'if (!first && !wrong) return;',
    replace: 'if (!first || checked.byRules.length === 0) return;',
    tests: [[WINDOWS, 'refuses a body']],
    promise: 'threat: sends a body that changes more',
  },
  {
    name: 'rules-of-the-request-not-checked',
    file: 'lib/http/check-body.ts',
    find: '=> isRight && byRules.length === 0;',
    replace: '=> isRight && byRules.length >= 0;',
    tests: [['test/functions/business/update-business/dates.test.ts', '']],
    promise: 'threat: sends a body that changes more',
  },
  {
    name: 'endpoint-without-a-schema',
    file: 'lib/http/endpoint.ts',
    find: 'if (request && !body) throw',
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
    tests: [['test/contract/rights.test.ts', 'uses all that its role may do to the table']],
    promise: 'threat: reaches more than its operation needs',
  },
  {
    name: 'parameters-named-alone',
    file: 'lib/http/read-parameters.ts',
    find: 'if (!wantsProblem(event.headers.accept)) throw',
    replace: 'if (list.length > 0) throw',
    tests: [[ALL, 'names everything that is wrong, nothing twice, and first what the plain response names']],
    promise: FUZZ,
  },
  {
    name: 'fields-named-twice',
    file: 'lib/http/find-violations.ts',
    find: 'if (seen.has(name)) return false;',
    replace: '',
    tests: [['test/functions/conventions/problem-details.test.ts', 'name a field that the schema refuses once']],
    promise: FUZZ,
  },
  {
    name: 'refused-rows-not-counted',
    file: 'lib/surveys/rules/survey-command.ts',
    find: 'const count = countIn(pages) || 1;',
    replace: 'const count = all.length;',
    tests: [['test/functions/surveys/create-survey.test.ts', '']],
    promise: FUZZ,
  },
  {
    name: 'errors-without-their-shape',
    file: 'lib/http/map-errors.ts',
    find: '      : { code, message };',
    replace: '      : { message };',
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
  {
    name: 'periods-with-one-hour',
    file: 'lib/business/contracts/profile-hours.ts',
    find: "startHour: ['endHour'], endHour: ['startHour']",
    replace: "startHour: ['specialDate'], endHour: ['startHour']",
    tests: [
      [
        'test/functions/business/update-business/periods.test.ts',
        'names the hour in problem details, with all else that is wrong',
      ],
    ],
    promise: FUZZ,
  },
  {
    name: 'uk-is-no-country',
    file: 'lib/contract/readings.ts',
    find: "code === 'UK' ? 'GB' : code",
    replace: "code === 'UK' ? 'UK' : code",
    tests: [
      [
        'test/functions/business/update-business/address.test.ts',
        'checks by the country that is sent before the one that is stored',
      ],
    ],
    promise: FUZZ,
  },
  {
    name: 'titles-by-their-messages',
    file: 'lib/http/problem-body.ts',
    find: 'titles[code] ?? message',
    replace: 'message ?? titles[code]',
    tests: [[PROBLEMS, 'have one title for each type']],
    promise: FUZZ,
  },
];
