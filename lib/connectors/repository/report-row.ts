/** A row of a report, which a job or the numbers of a post name as what wrote them. */
export interface ReportRow {
  /** Under which the report took its idempotency key: one for all rows, and for repetitions of the request. */
  readonly mark: string;
  readonly row: number;
}
