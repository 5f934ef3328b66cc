/** The table as one request sees it: for one partner, and under its idempotency key, if it has one. */
import type { Claim } from './claim.ts';
import type { Table } from './table.ts';

export interface PartnerStore {
  readonly table: Table;
  readonly partnerId: string;
  /** Under an idempotency key: writes take it in the same transaction. */
  readonly claim?: Claim | undefined;
}
