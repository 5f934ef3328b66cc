/** POST /v1/business/{businessId}/search: searches the locations of an account, page by page. */
import { searchBusinesses } from '../../lib/business/contracts/search-businesses.ts';
import { foundReply, keptOf } from '../../lib/business/listed-reply.ts';
import { directory } from '../../lib/business/repository/directory.ts';
import { noFilter, searching, validatedSearch } from '../../lib/business/rules/search.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { filteredLocations, unknownFilters } from '../../lib/fields/search.ts';
import { ApiError, refuse } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { accounts } from '../../lib/partners/repository/account.ts';

export const handler = endpointWithRules(
  searchBusinesses,
  {
    prepare: validatedSearch,
    checkStored: async ({ store, path, prepared }) => {
      const accountNumber = await accounts(store).named(path.businessId);
      return accountNumber === undefined ? [] : (await unknownFilters(store, accountNumber, prepared)).map(noFilter);
    },
  },
  async ({ store, path, body, prepared }) => {
    const accountNumber = await accounts(store).named(path.businessId);
    if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
    const filtered = await filteredLocations(store, accountNumber, prepared);
    if ('unknown' in filtered) return refuse(filtered.unknown.map(noFilter));
    const { found: sought } = filtered;
    const { add, found } = searching(body, keptOf);
    for await (const page of directory(store).searched(accountNumber, sought)) {
      for (const row of page) if (!row.isAccount && (!sought || sought.locations.has(row.number))) add(row);
    }
    const { totalCount, rows } = found();
    return { totalCount, accounts: rows.map(foundReply) };
  },
);
