/** What executing a row means to a slice: its outcome, and how a row that is not executed is closed. */
import type { Row } from './rules/rows.ts';

/** The result of a row; `none` if its key was taken so that it is never executed. */
export type Outcome =
  | { readonly none: true }
  | {
      readonly status: number;
      readonly code: number | null;
      readonly message: string | null;
      readonly changed: boolean;
      readonly etag: string | null;
    };

export interface NumberedRow extends Row {
  /** From 0, as it was added to the job. */
  readonly row: number;
}

/** How the rows of a job are executed; made by the function, which knows the operation. */
export interface RowExecutor {
  /**
   * Executes a row under its key, unless it is too late to begin.
   *
   * @param beginBy - epoch milliseconds by which its first call has to be sent
   * @returns `undefined` if it has not begun by then
   */
  execute(row: NumberedRow, beginBy: number): Promise<Outcome | undefined>;
  /** Takes the key of a row that is not to be executed any more; or finds what it was executed with. */
  close(row: NumberedRow): Promise<Outcome>;
}
