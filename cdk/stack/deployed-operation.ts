import type { TableAction } from '../../lib/contract/operation.ts';

/** What the stack reads of an operation (`lib/operations.ts`). */
export interface DeployedOperation {
  /** Names the function in the stack. */
  readonly id: string;
  readonly method: string;
  /** In API Gateway's notation, `{parameter}` for a variable segment. */
  readonly path: string;
  readonly summary: string;
  /** Names the nested stack of the function. */
  readonly module: string;
  /** The function's file without its ending, which names its bundle. */
  readonly entry: string;
  readonly access: readonly TableAction[];
}
