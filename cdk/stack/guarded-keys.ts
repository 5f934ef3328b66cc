/**
 * Keys of the table that few functions may use, whatever else they are allowed: a Deny on the prefix of the partition
 * key.
 */
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** Which of the denied keys a function may use; none by default. */
export interface GuardedKeys {
  /** Secrets of subscriptions, and stored responses that contain one. `erases`: it overwrites them and reads none. */
  readonly secrets?: true | 'erases' | undefined;
  /** Retries that are due later. */
  readonly dues?: true | undefined;
}

export const SECRET_KEYS = 'SECRET#*';
export const DUE_KEYS = 'DUE#*';

/** It includes the indexes: no such item is in an index, and none may be. */
const denial = (table: TableV2, keys: readonly string[], what: object): PolicyStatement =>
  new PolicyStatement({
    effect: Effect.DENY,
    ...what,
    resources: [table.tableArn, `${table.tableArn}/index/*`],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': keys } },
  });

/** The statements that deny a function the keys it doesn't use. */
export const denials = (table: TableV2, { secrets, dues }: GuardedKeys): PolicyStatement[] => {
  const keys = [...(secrets ? [] : [SECRET_KEYS]), ...(dues ? [] : [DUE_KEYS])];
  return [
    ...(keys.length > 0 ? [denial(table, keys, { actions: ['dynamodb:*'] })] : []),
    ...(secrets === 'erases' ? [denial(table, [SECRET_KEYS], { notActions: ['dynamodb:UpdateItem'] })] : []),
  ];
};
