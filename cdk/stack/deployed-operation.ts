import type { Operation } from '../../lib/contract/cases.ts';

/** What the stack reads of an operation (`lib/operations.ts`). */
export type DeployedOperation = Pick<
  Operation,
  | 'id'
  | 'method'
  | 'path'
  | 'summary'
  | 'module'
  | 'entry'
  | 'access'
  | 'writes'
  | 'secrets'
  | 'secretReply'
  | 'bucket'
  | 'usage'
>;
