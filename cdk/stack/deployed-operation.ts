import type { Operation } from '../../lib/contract/cases.ts';

/** The fields of an operation (`lib/operations.ts`) that the stack reads. */
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
  | 'feed'
  | 'requestPage'
  | 'bulkPlans'
>;
