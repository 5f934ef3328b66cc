/** The gateway, the roles and the table, as the template has them. */
import type { Mutant } from '../mutant.ts';

const WITHOUT = 'threat: calls without a key';
const OFTEN = 'threat: sends more requests than';
const MORE = 'threat: reaches more than its operation needs';
const FLOODS = 'threat: floods with guessed keys';
const API = 'test/stack/api.test.ts';
const ROUTES = 'test/stack/routes.test.ts';

export const stack: readonly Mutant[] = [
  {
    // A method without ends the synthesis, whatever makes it; these end that.
    name: 'methods-without-a-plan',
    file: 'cdk/stack/module-routes.ts',
    find: 'apiKeyRequired !== true ||\n',
    replace: '\n',
    tests: [[ROUTES, 'without a key']],
    promise: OFTEN,
  },
  {
    name: 'methods-without-the-authorizer',
    file: 'cdk/stack/module-routes.ts',
    find: ' ||\n        authorizationType !== AuthorizationType.CUSTOM ||\n        authorizerId !== authorizer.authorizerId,',
    replace: ',',
    tests: [[ROUTES, 'without the authorizer']],
    promise: WITHOUT,
  },
  {
    name: 'authorizer-remembered-for-an-hour',
    file: 'cdk/stack/rest-api.ts',
    find: 'Duration.seconds(60)',
    replace: 'Duration.seconds(3600)',
    tests: [[API, 'asks the authorizer about the key, and again after a minute']],
    promise: WITHOUT,
  },
  {
    name: 'stage-without-a-ceiling',
    file: 'cdk/stack/rest-api.ts',
    find: '        throttlingRateLimit: throttle.rateLimit,\n',
    replace: '',
    tests: [['test/stack/front.test.ts', 'throttles above a ceiling']],
    promise: OFTEN,
  },
  {
    name: 'plans-without-a-throttle',
    file: 'cdk/stack/usage-plans.ts',
    find: '          throttle: { rateLimit, burstLimit },\n',
    replace: '',
    tests: [['test/stack/usage-plans.test.ts', 'are those of cdk.json']],
    promise: OFTEN,
  },
  {
    name: 'plans-without-a-quota',
    file: 'cdk/stack/usage-plans.ts',
    find: '...(quota && {',
    replace: '...(quota && quota.limit < 0 && {',
    tests: [['test/stack/usage-plans.test.ts', 'are those of cdk.json']],
    promise: OFTEN,
  },
  {
    name: 'table-without-a-ceiling',
    file: 'cdk/stack/table.ts',
    find: 'Billing.onDemand(ceiling)',
    replace: 'Billing.onDemand()',
    tests: [['test/stack/table.test.ts', 'throttles above a ceiling']],
    promise: OFTEN,
  },
  {
    name: 'authorizer-of-any-action',
    file: 'cdk/stack/rest-api.ts',
    find: "access: ['GetItem'],",
    replace: "access: ['GetItem', 'PutItem'],",
    tests: [
      [API, 'asks the authorizer about the key'],
      ['test/stack/authorizer-role.test.ts', 'looks keys up, and nothing else'],
    ],
    promise: MORE,
  },
  {
    name: 'roles-of-any-action',
    file: 'cdk/stack/endpoint-function.ts',
    find: 'access.map((action) => `dynamodb:',
    replace: "[...access, '*'].map((action) => `dynamodb:",
    tests: [[API, 'may do to the table what it declares']],
    promise: MORE,
  },
  {
    name: 'roles-that-scan',
    file: 'cdk/stack/endpoint-function.ts',
    find: 'access.map((action) => `dynamodb:',
    replace: "[...access, 'Scan'].map((action) => `dynamodb:",
    tests: [['test/stack/roles.test.ts', 'no function may scan the table']],
    promise: MORE,
  },
  {
    name: 'deny-that-loses',
    file: 'tools/local/iam/statement.ts',
    find: "if (applying.some(({ effect }) => effect === 'Deny'))",
    replace: "if (applying.every(({ effect }) => effect === 'Deny') && applying.length > 0)",
    tests: [['test/local/iam/statement.test.ts', 'is denied by any, wherever it stands']],
    promise: MORE,
  },
  {
    name: 'roles-of-any-table',
    file: 'cdk/stack/endpoint-function.ts',
    find: 'resources: [table.tableArn]',
    replace: "resources: ['*']",
    tests: [[API, 'reaches the one table']],
    promise: MORE,
  },
  {
    name: 'roles-of-any-log-group',
    file: 'cdk/stack/endpoint-function.ts',
    find: 'resources: [this.logGroup.logGroupArn]',
    replace: "resources: ['*']",
    tests: [[API, 'its own log group']],
    promise: MORE,
  },
  {
    name: 'route-without-a-contract',
    file: 'cdk/stack/rest-api.ts',
    find: 'bundles, operations, front, canary }',
    replace:
      "bundles, operations: [...operations, { ...operations[0]!, id: 'admin', path: '/v1/business/admin' }], front, canary }",
    tests: [[API, 'has no route that is not an operation']],
    promise: "threat: uses an operator's command",
  },
  {
    name: 'floods-only-counted',
    file: 'cdk/stack/firewall.ts',
    find: 'action: { block: {} },',
    replace: 'action: { count: {} },',
    tests: [['test/stack/firewall-and-domain.test.ts', 'firewall']],
    promise: FLOODS,
  },
  {
    name: 'stack-with-a-key',
    file: 'cdk/stack/usage-plans.ts',
    find: '        return [name, plan.usagePlanId];',
    replace:
      "        plan.addApiKey(api.addApiKey('Key' + name, { value: 'a-key-that-stands-in-a-template' }));\n        return [name, plan.usagePlanId];",
    tests: [['test/stack/stack.test.ts', 'holds no API key']],
    promise: 'threat: finds keys or contacts',
  },
  {
    name: 'one-unread-plan-hides-all',
    file: 'lib/usage/close-quotas.ts',
    find: 'failure ??= error;',
    replace: 'throw error;',
    tests: [['test/functions/events/check-quotas.test.ts', 'reports the other plans where']],
    promise: OFTEN,
  },
];
