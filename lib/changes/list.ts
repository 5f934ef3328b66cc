/** Lists the changes of an account since a place in its feed. */
import { clock } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { changes } from './repository/change.ts';
import { endAt, type Filter, type Page, pageOf } from './rules/page.ts';

/** As many entries as fit the 1 MB of one Query. */
const MOST_READ = 1001;

/** One Query, two if entries have long texts. */
export const listSince = async (
  store: PartnerStore,
  accountNumber: number,
  place: string,
  filter: Filter,
): Promise<Page> => {
  const end = endAt(clock.now());
  // The store refuses a range that ends before it begins; a cursor never goes back.
  if (end <= place) return { changes: [], place, hasMore: false };
  const isFiltered = filter.types.length > 0 || filter.businessNumber !== undefined;
  const most = isFiltered ? MOST_READ : filter.pageSize + 1;
  const found = await changes(store).between(accountNumber, { from: place, to: end, most });
  return pageOf(found, filter, { isRest: found.length < most, end });
};
