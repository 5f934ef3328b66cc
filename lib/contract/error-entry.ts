/** One row of the error catalogue. `code` and `message` form the response body; `status` is its HTTP status. */
export interface ErrorEntry {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  /** Values of the request that the message names: problem details say where they stand (lib/http/refusal.ts). */
  readonly about?: readonly (number | string)[];
}
