/** Update hierarchy from a mapping to the location as saved: read it and its account, judge, write on what was read. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { checkRecordBytes, recordBytes } from '../dynamodb/record-size.ts';
import { revise } from '../dynamodb/revise.ts';
import { accounts } from '../partners/repository/account.ts';
import { type Business, businesses } from './repository/business.ts';
import { directory } from './repository/directory.ts';
import { type Mapping, unknownLevel } from './rules/mapping.ts';

interface MappingOrder {
  readonly businessNumber: number;
  readonly mapping: Mapping;
  readonly validateOnly: boolean;
  /** Throws where the mapping may not be changed on this version. */
  readonly requireVersion: (version: number) => void;
  /** Throws what refuses it. */
  readonly refuse: (error: ErrorEntry) => never;
}

/** Maps a location to levels of its account, or only judges it. */
export const updateMapping = async (
  store: PartnerStore,
  { businessNumber, mapping, validateOnly, requireVersion, refuse }: MappingOrder,
): Promise<void> => {
  const { update } = businesses(store);
  const writes = { hierarchy: Object.keys(mapping).length > 0 ? mapping : null };

  const find = async (): Promise<Business> => {
    const named = await directory(store).find(businessNumber);
    if (!named) return refuse(errors.businessInvalid);
    if ('account' in named) return refuse(errors.notALocation);
    const account = await accounts(store).find(named.business.accountNumber);
    if (unknownLevel(mapping, account?.hierarchyLevels) !== undefined) return refuse(errors.levelUnknown);
    return named.business;
  };
  const judge = (record: Business | undefined): typeof writes | undefined => {
    if (record) requireVersion(record.version);
    return record && writes;
  };

  if (validateOnly) {
    const record = await find();
    judge(record);
    checkRecordBytes(recordBytes({ ...record.item, ...writes }));
    return;
  }
  const saved = await revise<Business, typeof writes>({
    replay: store.claim?.executed && (() => update(businessNumber, { writes: {} })),
    readsFirst: true,
    find,
    judge,
    save: (wanted, judgedOn) => update(businessNumber, { writes: wanted, judgedOn }),
  });
  // It was there, and is deleted since.
  if (!saved && !store.claim?.executed) refuse(errors.businessInvalid);
};
