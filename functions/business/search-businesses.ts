/** POST /v1/business/{businessId}/search: the locations of an account that are searched for, page by page. */
import { searchBusinesses } from '../../lib/business/contracts/search-businesses.ts';
import { foundReply, keptOf } from '../../lib/business/listed-reply.ts';
import { directory } from '../../lib/business/repository/directory.ts';
import { judgedSearch, searching } from '../../lib/business/rules/search.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { accounts } from '../../lib/partners/repository/account.ts';

export const handler = endpointWithRules(searchBusinesses, { prepare: judgedSearch }, async ({ store, path, body }) => {
  const accountNumber = await accounts(store).named(path.businessId);
  if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
  const { add, found } = searching(body, keptOf);
  for await (const page of directory(store).searched(accountNumber)) {
    for (const row of page) if (!row.isAccount) add(row);
  }
  const { totalCount, rows } = found();
  return { totalCount, accounts: rows.map(foundReply) };
});
