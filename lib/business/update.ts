/** Update business from its prepared changes to the record as saved: judge, read where a rule asks for it, write. */
import type { Changes } from '../contract/fields.ts';
import type { Violation } from '../contract/violations.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { checkRecordBytes, recordBytes } from '../dynamodb/record-size.ts';
import { revise } from '../dynamodb/revise.ts';
import { type Business, businesses } from './repository/business.ts';
import { judgeUpdate, merged, type PreparedUpdate } from './rules/profile-update.ts';

/** A larger update is judged on the record from the start. */
const MAX_BLIND_BYTES = 65_536;

/** An update that is to be made. */
export interface Order {
  readonly prepared: PreparedUpdate;
  /** The record, where it has been read for the request already. */
  readonly read?: { readonly found: Business | undefined } | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Throws where the update may not be made to this version. */
  readonly requireVersion: (version: number) => void;
  /** Throws what the first violation answers. */
  readonly refuse: (violations: readonly Violation[]) => never;
}

/** What is to be written to a record that was read. */
const judged = (record: Business, { prepared, now, requireVersion, refuse }: Order): Changes => {
  requireVersion(record.version);
  const { violations, writes } = judgeUpdate(prepared.changes, record, now);
  return violations.length > 0 ? refuse(violations) : writes;
};

/** Answers with the record that was read before, once, then reads it. */
const finder = (store: PartnerStore, businessNumber: number, { read }: Order) => {
  let known = read;
  return async (): Promise<Business | undefined> => {
    const first = known;
    known = undefined;
    return first ? first.found : businesses(store).find(businessNumber);
  };
};

/**
 * Updates a location.
 *
 * @param readsFirst - whether the update is judged on the record from the start: it is for one version only
 * @returns the record as saved; `undefined` where it is not there
 */
export const updateRecord = (
  store: PartnerStore,
  businessNumber: number,
  order: Order & { readonly readsFirst: boolean },
): Promise<Business | undefined> => {
  const { update } = businesses(store);
  const { blind } = order.prepared;
  const added = blind && recordBytes(blind.writes);
  // More than a record may have can't be refused before it is known that the record is there.
  const readsFirst = order.readsFirst || added === undefined || added > MAX_BLIND_BYTES;
  return revise<Business, Changes>({
    replay: store.claim?.executed && (() => update(businessNumber, { writes: {} })),
    readsFirst,
    find: finder(store, businessNumber, order),
    judge: (record) => (record ? judged(record, order) : blind?.writes),
    save: (writes, judgedOn) =>
      update(businessNumber, judgedOn ? { writes, judgedOn } : { writes, added, guards: blind?.guards ?? [] }),
  });
};

/** What a location would be after an update, which is judged and not made; `undefined` where it is not there. */
export const previewUpdate = async (
  store: PartnerStore,
  businessNumber: number,
  order: Order,
): Promise<Business | undefined> => {
  const record = await finder(store, businessNumber, order)();
  if (!record) return undefined;
  const writes = judged(record, order);
  checkRecordBytes(recordBytes({ ...record.item, ...writes }));
  return { ...record, profile: merged(record.profile, writes) };
};
