/** Keys of the table that few functions may touch, whatever else they may do: a Deny by the first part of the key. */
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** What a function may do with keys that are kept from the others; nothing where it is left out. */
export interface GuardedKeys {
  /** Secrets of subscriptions, and kept responses that hold one. `erases`: it overwrites them, and reads none. */
  readonly secrets?: true | 'erases' | undefined;
  /** Tries that are due later. */
  readonly dues?: true | undefined;
}

export const SECRET_KEYS = 'SECRET#*';
export const DUE_KEYS = 'DUE#*';

/** The indexes too: neither kind of item is in one, and none shall be. */
const denial = (table: TableV2, keys: readonly string[], what: object): PolicyStatement =>
  new PolicyStatement({
    effect: Effect.DENY,
    ...what,
    resources: [table.tableArn, `${table.tableArn}/index/*`],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': keys } },
  });

/** What keeps a function from the keys that are not its own. */
export const denials = (table: TableV2, { secrets, dues }: GuardedKeys): PolicyStatement[] => {
  const keys = [...(secrets ? [] : [SECRET_KEYS]), ...(dues ? [] : [DUE_KEYS])];
  return [
    ...(keys.length > 0 ? [denial(table, keys, { actions: ['dynamodb:*'] })] : []),
    ...(secrets === 'erases' ? [denial(table, [SECRET_KEYS], { notActions: ['dynamodb:UpdateItem'] })] : []),
  ];
};
