/** The table as one request sees it: for one partner, and with its idempotency key, if it has one. */
import type { IdempotencyRecord } from '../writes/idempotency-record.ts';
import type { Table } from './table.ts';

export interface PartnerStore {
  readonly table: Table;
  readonly partnerId: string;
  /** Of a connector's key for one account: what is of another account is not there for it. */
  readonly onlyAccount?: number | undefined;
  /** Of a request with an idempotency key: writes store this record in the same transaction. */
  readonly idempotency?: IdempotencyRecord | undefined;
}

/** Whether a key sees nothing of an account, or of what has none. */
export const hides = ({ onlyAccount }: Pick<PartnerStore, 'onlyAccount'>, accountNumber: number | undefined): boolean =>
  onlyAccount !== undefined && accountNumber !== onlyAccount;
