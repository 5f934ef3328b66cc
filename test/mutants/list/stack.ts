/** The gateway, the roles and the table, as the template has them. */
import type { Mutant } from '../mutant.ts';

const WITHOUT = 'threat: calls without a key';
const OFTEN = 'threat: asks more often than agreed';
const MORE = 'threat: reaches more than its operation needs';
const FLOODS = 'threat: floods with guessed keys';
const API = 'test/stack/api.test.ts';

export const stack: readonly Mutant[] = [
  {
    name: 'methods-without-a-plan',
    file: 'cdk/stack/rest-api.ts',
    find: 'apiKeyRequired: true',
    replace: 'apiKeyRequired: false',
    tests: [[API, 'requires the authorizer and a key']],
    promise: OFTEN,
  },
  {
    name: 'methods-without-the-authorizer',
    file: 'cdk/stack/rest-api.ts',
    find: '        authorizer,\n        authorizationType: AuthorizationType.CUSTOM,',
    replace:
      "        ...(method !== 'PUT' && { authorizer }),\n        authorizationType: method === 'PUT' ? AuthorizationType.NONE : AuthorizationType.CUSTOM,",
    tests: [[API, 'requires the authorizer and a key']],
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
    find: '    addGatewayResponses(this);',
    replace: "    this.root.addResource('admin').addMethod('POST');\n    addGatewayResponses(this);",
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
];
