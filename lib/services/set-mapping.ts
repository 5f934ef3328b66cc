/** Set service mapping, and what get service mapping answers. */
import { isDeepStrictEqual } from 'node:util';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { naming } from '../contract/errors.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { checkRecordBytes } from '../dynamodb/table/record-size.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { type Mapping, mappingItem, mappings } from './repository/mapping.ts';
import type { StoredService } from './repository/service.ts';
import { services } from './repository/services.ts';
import { categoriesOf, inCategoryOrder, matchedMapping, shownMapping } from './rules/mapping-rules.ts';
import type { Done } from './update.ts';

/** @throws StoreUnavailable; ItemTooLarge */
export const setMapping = async (
  store: PartnerStore,
  {
    businessNumber,
    mapping,
    validateOnly,
  }: { readonly businessNumber: number; readonly mapping: Mapping; readonly validateOnly: boolean },
): Promise<Done> => {
  if (store.idempotency?.executed) return 'done';
  const { find, write } = mappings(store);
  return until<Done>(USUAL_ATTEMPTS, async () => {
    const record = await find(businessNumber);
    if (!record) return { refused: errors.businessInvalid };
    const { business } = record;
    const owner = { partnerId: store.partnerId, accountNumber: business.accountNumber };
    const categories = categoriesOf(business.profile);
    const { mapping: matched, unknown } = matchedMapping(categories, mapping);
    const ids = matched.flatMap(({ serviceIds }) => serviceIds);
    const noService = await services(store).firstUnknown(owner, ids);
    if (noService !== undefined) return { refused: naming(errors.serviceNotFound, noService) };
    if (unknown !== undefined) return { refused: naming(errors.categoryNotAtLocation, unknown) };
    const checked = inCategoryOrder(categories, matched);
    checkRecordBytes(Number(mappingItem(owner.partnerId, business, checked).bytes));
    if (validateOnly) return 'done';
    return write(record, isDeepStrictEqual(checked, record.mapping) ? record.mapping : checked);
  });
};

/** The services of each category of a location; a category without any is left out. Two calls, one more for each 100. */
export const mappingAt = async (
  store: PartnerStore,
  businessNumber: number,
): Promise<ReadonlyMap<string, readonly StoredService[]> | { readonly refused: ErrorEntry }> => {
  const record = await mappings(store).find(businessNumber);
  if (!record) return { refused: errors.businessInvalid };
  const { business, mapping } = record;
  const shown = shownMapping(categoriesOf(business.profile), mapping);
  const owner = { partnerId: store.partnerId, accountNumber: business.accountNumber };
  const known = await services(store).shown(
    owner,
    shown.flatMap(({ serviceIds }) => serviceIds),
  );
  return new Map(
    shown
      .map(({ category, serviceIds }) => [category, serviceIds.flatMap((id) => known.get(id) ?? [])] as const)
      .filter(([, each]) => each.length > 0),
  );
};
