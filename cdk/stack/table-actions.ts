/** What a function may do to the table. */
import type { TableAction } from '../../lib/contract/operation.ts';
import type { DeployedOperation } from './deployed-operation.ts';

/** Every function looks the partner's key up by itself, beside what its operation declares. */
export const keyLookup: TableAction = 'GetItem';

/** The DynamoDB actions that the function of an operation is granted, each once. */
export const tableActionsOf = ({ access }: Pick<DeployedOperation, 'access'>): readonly TableAction[] => [
  ...new Set([keyLookup, ...access]),
];
