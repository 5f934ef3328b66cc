/** What the role of a function may do, and what it is denied, read from the template. */
import { expect } from 'vitest';
import { type Json, only, type Synthesized } from './synthesized.ts';

/** The statements of the role of a function. */
export const roleOf = (stack: Synthesized, functionId: string): Json[] => {
  const role = stack.template.Resources[functionId]!.Properties.Role['Fn::GetAtt'][0];
  const { Policies, ManagedPolicyArns } = stack.template.Resources[role]!.Properties;
  expect(ManagedPolicyArns).toBeUndefined();
  return Policies.flatMap(({ PolicyDocument }: Json) => PolicyDocument.Statement);
};

/** The resources of each action that is allowed. */
export const allowedTo = (stack: Synthesized, functionId: string): ReadonlyMap<string, readonly Json[]> => {
  const rights = new Map<string, Json[]>();
  for (const { Action, Effect, Resource } of roleOf(stack, functionId)) {
    if (Effect !== 'Allow') continue;
    for (const action of [Action].flat()) rights.set(action, [...(rights.get(action) ?? []), ...[Resource].flat()]);
  }
  return rights;
};

interface Denial {
  /** Whether it is of all actions on the table and on whatever index it has. */
  readonly all: boolean;
  /** But for these. */
  readonly but: readonly string[];
  /** What the partition keys look like that it is about. */
  readonly keys: readonly string[];
}

/** What the role is denied, by the keys of items. */
export const denialsOf = (stack: Synthesized, functionId: string): Denial[] => {
  const table = { 'Fn::GetAtt': [only(stack, 'AWS::DynamoDB::GlobalTable')[0], 'Arn'] };
  const everywhere = [table, { 'Fn::Join': ['', [table, '/index/*']] }];
  const sorted = (resources: Json[]) => resources.map((each) => JSON.stringify(each)).sort();
  return roleOf(stack, functionId)
    .filter(({ Effect }) => Effect === 'Deny')
    .map(({ Action, NotAction = [], Resource, Condition }) => {
      expect(sorted(Resource)).toEqual(sorted(everywhere));
      expect(Object.keys(Condition)).toEqual(['ForAnyValue:StringLike']);
      const { 'dynamodb:LeadingKeys': keys, ...others } = Condition['ForAnyValue:StringLike'];
      expect(others).toEqual({});
      return { all: Action === undefined || Action === 'dynamodb:*', but: [NotAction].flat(), keys: [keys].flat() };
    });
};
