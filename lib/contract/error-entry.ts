/** One row of the catalogue. `code` and `message` are the body of the response, `status` its HTTP status. */
export interface ErrorEntry {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}
