/** What IAM makes of statements and conditions: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html */
import { describe, expect, it } from 'vitest';
import type { Context } from '../../../tools/local/iam/need.ts';
import { decide, readStatement } from '../../../tools/local/iam/statement.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/T';
const LEADING = 'dynamodb:LeadingKeys';

const allow = (more: object = {}) => ({ Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: TABLE, ...more });
const deny = (more: object = {}) => ({ ...allow(more), Effect: 'Deny' });
const outcome = (
  statements: readonly object[],
  more: { action?: string; resource?: string; context?: Context } = {},
) => {
  const need = { action: 'dynamodb:GetItem', resource: TABLE, context: {}, ...more };
  const decision = decide(statements.map(readStatement), need);
  return decision.isAllowed ? 'allowed' : decision.isDenied ? 'denied' : 'not allowed';
};

describe('A need', () => {
  it.each<[string, readonly object[], string]>([
    ['is not allowed without a statement', [], 'not allowed'],
    ['is allowed by one', [allow()], 'allowed'],
    ['is denied by any, wherever it stands', [deny(), allow()], 'denied'],
    ['is not allowed by another action', [allow({ Action: 'dynamodb:PutItem' })], 'not allowed'],
    ['is allowed by a list', [allow({ Action: ['dynamodb:PutItem', 'dynamodb:GetItem'] })], 'allowed'],
    ['is allowed by a pattern, in any case', [allow({ Action: 'DynamoDB:get*' })], 'allowed'],
    ['is not allowed by another resource', [allow({ Resource: `${TABLE}/index/*` })], 'not allowed'],
    ['is allowed on all resources', [allow({ Resource: '*' })], 'allowed'],
    ['is allowed by what it is none of', [{ Effect: 'Allow', NotAction: 'dynamodb:Scan', Resource: '*' }], 'allowed'],
    [
      'is not allowed by what names it',
      [{ Effect: 'Allow', NotAction: 'dynamodb:Get*', Resource: '*' }],
      'not allowed',
    ],
    ['is denied on all other resources', [allow(), { Effect: 'Deny', Action: '*', NotResource: 'arn:x' }], 'denied'],
    ['is not denied on the one left out', [allow(), { Effect: 'Deny', Action: '*', NotResource: TABLE }], 'allowed'],
  ])('%s', (_, statements, expected) => expect(outcome(statements)).toBe(expected));
});

describe('A condition', () => {
  const condition = (operator: string, values: unknown, key = LEADING) => ({
    Condition: { [operator]: { [key]: values } },
  });
  const withKeys = (...keys: string[]): Context => ({ [LEADING]: keys });

  it.each<[string, object, Context, boolean]>([
    ['holds of all values', condition('ForAllValues:StringLike', ['P#*', 'Q#*']), withKeys('P#1', 'Q#1'), true],
    ['does not hold of all', condition('ForAllValues:StringLike', 'P#*'), withKeys('P#1', 'X'), false],
    ['ForAllValues holds where the key is absent', condition('ForAllValues:StringLike', 'P#*'), {}, true],
    ['ForAllValues holds of no values', condition('ForAllValues:StringLike', 'P#*'), withKeys(), true],
    ['holds of any value', condition('ForAnyValue:StringLike', 'P#*'), withKeys('X', 'P#1'), true],
    ['does not hold of any', condition('ForAnyValue:StringLike', 'P#*'), withKeys('X'), false],
    ['ForAnyValue does not hold where the key is absent', condition('ForAnyValue:StringLike', 'P#*'), {}, false],
    ['any value is no such', condition('ForAnyValue:StringNotEquals', ['A', 'B']), withKeys('A', 'C'), true],
    ['all values are no such', condition('ForAllValues:StringNotEquals', ['A', 'B']), withKeys('A', 'C'), false],
    ['equals without patterns', condition('ForAnyValue:StringEquals', 'P#*'), withKeys('P#1'), false],
  ])('%s', (_, part, context, holds) =>
    expect(outcome([allow(part)], { context })).toBe(holds ? 'allowed' : 'not allowed'),
  );

  const ENCLOSING = 'dynamodb:EnclosingOperation';
  const inside = { [ENCLOSING]: ['TransactWriteItems'] };
  it.each<[string, object, Context, boolean]>([
    ['equals', condition('StringEquals', 'TransactWriteItems', ENCLOSING), inside, true],
    ['does not equal what is absent', condition('StringEquals', 'TransactWriteItems', ENCLOSING), {}, false],
    ['passes if it exists', condition('StringEqualsIfExists', 'TransactWriteItems', ENCLOSING), {}, true],
    ['differs from what is absent', condition('StringNotEquals', 'TransactWriteItems', ENCLOSING), {}, true],
    ['is absent', condition('Null', 'true', ENCLOSING), {}, true],
    ['is not absent', condition('Null', 'true', ENCLOSING), inside, false],
    ['ignores case', condition('StringEqualsIgnoreCase', 'transactwriteitems', ENCLOSING), inside, true],
  ])('of one value %s', (_, part, context, holds) =>
    expect(outcome([allow(part)], { context })).toBe(holds ? 'allowed' : 'not allowed'),
  );

  it('and another one must both hold', () => {
    const Condition = {
      'ForAnyValue:StringLike': { [LEADING]: 'P#*' },
      StringEquals: { [ENCLOSING]: 'TransactWriteItems' },
    };
    expect(outcome([allow({ Condition })], { context: { ...withKeys('P#1'), ...inside } })).toBe('allowed');
    expect(outcome([allow({ Condition })], { context: withKeys('P#1') })).toBe('not allowed');
  });

  it.each<[string, object]>([
    ['an operator', condition('NumericLessThan', '1')],
    ['a key', condition('StringEquals', 'x', 'aws:SourceIp')],
    ['a key of many values without a qualifier', condition('StringLike', 'P#*')],
    ['a policy variable', condition('ForAllValues:StringLike', `\${aws:username}`)],
    ['a part', { Principal: '*' }],
  ])('that is not known here is refused when it is read: %s', (_, part) => {
    expect(() => readStatement(allow(part))).toThrow();
  });
});
