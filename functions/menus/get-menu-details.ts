/** POST /v1/listing/menu-details: the menus of an account's locations. */
import * as errors from '../../lib/contract/error-rows.ts';
import { businessUnknown } from '../../lib/contract/errors.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { getMenuDetails, menusTooDeep, responseTooLarge } from '../../lib/menus/contracts/get-menu-details.ts';
import { menuReply } from '../../lib/menus/reply.ts';
import { parseMenu } from '../../lib/menus/repository/menu.ts';
import { menus } from '../../lib/menus/repository/menus.ts';
import { accounts } from '../../lib/partners/repository/account.ts';

export const handler = endpoint(getMenuDetails, async ({ store, headers, body, window }) => {
  const accountNumber = await accounts(store).named(headers['x-business-number']);
  if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
  const { businessNumbers = [] } = body;
  const found = await menus(store).find(accountNumber, { businessNumbers, window });
  if ('unknown' in found) throw new ApiError(businessUnknown(found.unknown));
  if ('refused' in found) throw new ApiError(found.refused === 'too-deep' ? menusTooDeep : responseTooLarge);
  // Each record is parsed only when its turn to be written comes: all of them at once would fill the function's memory.
  return found.menus.map((menu) => ({ toJSON: () => menuReply(parseMenu(menu)) }));
});
