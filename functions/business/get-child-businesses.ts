/** GET /v1/business/child/all: the locations and sub-accounts of an account. */
import { getChildBusinesses } from '../../lib/business/contracts/get-child-businesses.ts';
import { childReply } from '../../lib/business/listed-reply.ts';
import { directory } from '../../lib/business/repository/directory.ts';
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

const { defaultSize } = getChildBusinesses.paging;

export const handler = endpoint(getChildBusinesses, async ({ store, query, window }) => {
  const { find, childrenIn, childCounts } = directory(store);
  const named = await find(query.pid);
  if (!named) throw new ApiError(laterErrors.businessNotFound);
  if (!('account' in named)) return [];
  const rows = await childrenIn(query.pid, window ?? { start: 0, end: defaultSize });
  const counts = await childCounts(rows);
  return rows.map((row) => childReply(row, counts.get(row.number)));
});
