/** What stands in logs, errors and keys of the table. */
import type { Mutant } from '../mutant.ts';

const FINDS = 'threat: finds keys or contacts';
const SECRETS = 'part: secrets';
const ACCESS_LOG = 'test/stack/front.test.ts';

export const logs: readonly Mutant[] = [
  {
    name: 'cause-in-the-response',
    file: 'lib/http/api-error.ts',
    find: "?? '') ?? errors.internal);",
    replace: "?? '') ?? { ...errors.internal, message: String((error as Error | undefined)?.message) });",
    tests: [['test/contract/errors.test.ts', 'as every operation']],
    promise: 'threat: learns of the inside from an error',
  },
  {
    name: 'body-in-the-log',
    file: 'lib/http/map-errors.ts',
    find: 'console.error({ requestId:',
    replace: 'console.error({ body: request.event.body, requestId:',
    tests: [['test/lib/http/map-errors.test.ts', 'holds nothing of the request but its id']],
    promise: FINDS,
  },
  {
    name: 'headers-in-the-log',
    file: 'lib/http/map-errors.ts',
    find: 'error: describe(request.error) });',
    replace: 'error: describe(request.error), headers: request.event.headers });',
    tests: [['test/lib/http/map-errors.test.ts', 'holds nothing of the request but its id']],
    promise: SECRETS,
  },
  {
    name: 'quotes-of-the-parser-in-the-log',
    file: 'lib/http/map-errors.ts',
    find: "error instanceof SyntaxError ? 'the text is not JSON' : error.message",
    replace: 'error.message',
    tests: [['test/lib/http/map-errors.test.ts', 'holds nothing that the JSON parser quotes']],
    promise: SECRETS,
  },
  {
    name: 'path-as-sent-in-the-access-log',
    file: 'cdk/stack/access-log.ts',
    find: "'$context.resourcePath'",
    replace: "'$context.path'",
    tests: [[ACCESS_LOG, 'says who asked for what']],
    promise: FINDS,
  },
  {
    name: 'key-in-the-access-log',
    file: 'cdk/stack/access-log.ts',
    find: "'$context.identity.apiKeyId'",
    replace: "'$context.identity.apiKey'",
    tests: [[ACCESS_LOG, 'says who asked for what']],
    promise: FINDS,
  },
  {
    name: 'partner-out-of-the-access-log',
    file: 'cdk/stack/access-log.ts',
    find: "  partner: '$context.authorizer.principalId',\n",
    replace: '',
    tests: [[ACCESS_LOG, 'says who asked for what']],
    promise: 'threat: denies what its key did',
  },
  {
    name: 'whole-requests-in-the-execution-log',
    file: 'cdk/stack/rest-api.ts',
    find: 'dataTraceEnabled: false',
    replace: 'dataTraceEnabled: true',
    tests: [[ACCESS_LOG, 'measures each method, traces, and throttles above a ceiling']],
    promise: FINDS,
  },
  {
    name: 'firewall-takes-samples',
    file: 'cdk/stack/firewall.ts',
    find: 'sampledRequestsEnabled: false',
    replace: 'sampledRequestsEnabled: true',
    tests: [['test/stack/firewall-and-domain.test.ts', 'takes no samples']],
    promise: FINDS,
  },
  {
    name: 'emails-in-keys',
    file: 'lib/contacts/repository/contact.ts',
    find: 'digest(partnerId, accountNumber, kind, value)',
    replace: 'String(value)',
    tests: [['test/cdk/tools/data/contacts.test.ts', 'leaves no email, phone or mapping id in a key']],
    promise: SECRETS,
  },
  {
    name: 'idempotency-key-in-clear',
    file: 'lib/dynamodb/keys.ts',
    find: "hash('sha256', joined(...parts), 'hex')",
    replace: 'joined(...parts)',
    tests: [['test/functions/conventions/idempotency.test.ts', 'hold nothing of the key itself']],
    promise: FINDS,
  },
  {
    name: 'quotes-of-the-parser-in-the-response',
    file: 'lib/http/body/json.ts',
    find: 'return refusal(`The request body is not JSON: line',
    replace: 'return refusal(String(cause?.message) + `: line',
    tests: [['test/functions/bodies.test.ts', 'is refused as what it is']],
    promise: 'threat: learns of the inside from an error',
  },
];
