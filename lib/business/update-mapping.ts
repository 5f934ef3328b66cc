/**
 * Updates a location's hierarchy mapping: reads the location and its account, checks, and writes on the version it was
 * based on.
 */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { checkRecordBytes, recordBytes } from '../dynamodb/table/record-size.ts';
import { revise } from '../dynamodb/writes/until.ts';
import { accounts } from '../partners/repository/account.ts';
import { type Business, businesses } from './repository/business.ts';
import { directory } from './repository/directory.ts';
import { type Mapping, unknownLevel } from './rules/mapping.ts';

interface MappingCommand {
  readonly businessNumber: number;
  readonly mapping: Mapping;
  readonly validateOnly: boolean;
  /** Throws if `If-Match` does not allow this version. */
  readonly requireVersion: (version: number) => void;
  /** Throws the error as a response. */
  readonly refuse: (error: ErrorEntry) => never;
}

/** Maps a location to levels of its account, or only validates the mapping. */
export const updateMapping = async (
  store: PartnerStore,
  { businessNumber, mapping, validateOnly, requireVersion, refuse }: MappingCommand,
): Promise<void> => {
  const { update } = businesses(store);
  const writes = { hierarchy: Object.keys(mapping).length > 0 ? mapping : null };

  const find = async (): Promise<Business> => {
    const named = await directory(store).find(businessNumber);
    if (!named) return refuse(errors.businessInvalid);
    if ('account' in named) return refuse(errors.notALocation);
    // 412 before 1363.
    requireVersion(named.business.version);
    const account = await accounts(store).find(named.business.accountNumber);
    if (unknownLevel(mapping, account?.hierarchyLevels) !== undefined) return refuse(errors.levelUnknown);
    return named.business;
  };
  const check = (record: Business | undefined): typeof writes | undefined => {
    if (record) requireVersion(record.version);
    return record && writes;
  };

  if (validateOnly) {
    const record = await find();
    check(record);
    checkRecordBytes(recordBytes({ ...record.item, ...writes }));
    return;
  }
  const saved = await revise<Business, typeof writes>({
    replay: store.idempotency?.executed && (() => update(businessNumber, { writes: {} })),
    readsFirst: true,
    find,
    check: check,
    save: (wanted, basedOn) => update(businessNumber, { writes: wanted, basedOn }),
  });
  // It existed, and has been deleted since.
  if (!saved && !store.idempotency?.executed) refuse(errors.businessInvalid);
};
