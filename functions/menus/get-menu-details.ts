/** POST /v1/listing/menu-details: the menus of an account's locations. */
import { errors, responseTooLarge } from '../../lib/contract/errors.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { mostCharacters } from '../../lib/http/gzip.ts';
import { getMenuDetails } from '../../lib/menus/contracts/get-menu-details.ts';
import { menuReply } from '../../lib/menus/reply.ts';
import { menus, parseMenu } from '../../lib/menus/repository/menu.ts';
import { accounts } from '../../lib/partners/repository/account.ts';

export const handler = endpoint(getMenuDetails, async ({ store, headers, body, window, acceptsGzip }) => {
  const accountNumber = await accounts(store).named(headers['x-business-number']);
  if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
  const { businessNumbers = [] } = body;
  const wanted = { businessNumbers, window, mostCharacters: mostCharacters(acceptsGzip) };
  const found = await menus(store).find(accountNumber, wanted);
  if ('unknown' in found) {
    throw new ApiError({ ...errors.businessInvalid, message: `${errors.businessInvalid.message}: ${found.unknown}` });
  }
  if ('refused' in found) throw new ApiError(responseTooLarge);
  // Each record is parsed only when its turn to be written comes: all of them at once would fill the function's memory.
  return found.menus.map((menu) => ({ toJSON: () => menuReply(parseMenu(menu)) }));
});
