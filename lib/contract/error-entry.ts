/** One row of the error catalogue. `code` and `message` form the response body; `status` is its HTTP status. */
export interface ErrorEntry {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}
