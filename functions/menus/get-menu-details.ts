/** POST /v1/listing/menu-details: the menus of an account's locations (spec 4.3). */
import validate from 'validator:getMenuDetails';
import { answerTooLarge, errors } from '../../lib/contract/errors.ts';
import type { BodyOf } from '../../lib/contract/operation.ts';
import { pageWindow } from '../../lib/contract/page-window.ts';
import { serviceTable } from '../../lib/dynamodb/environment.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { mostCharacters } from '../../lib/http/gzip.ts';
import { getMenuDetails } from '../../lib/menus/contracts/get-menu-details.ts';
import { menuReply } from '../../lib/menus/reply.ts';
import { findMenus, parseMenu } from '../../lib/menus/repository/menu.ts';
import { checkSortBy } from '../../lib/menus/rules/menu-order.ts';
import { apiKeyLookup } from '../../lib/partners/key-lookup.ts';
import { findAccount, numberFrom } from '../../lib/partners/repository/account.ts';

export const handler = endpoint<BodyOf<typeof getMenuDetails.request>>(
  getMenuDetails,
  { findPartner: apiKeyLookup(serviceTable), validate, validateAll: () => import('validator-all:getMenuDetails') },
  async ({ partnerId, headers, query, body }) => {
    const { window, error } = pageWindow(query.sindex, query.count);
    const refused = checkSortBy(query.sortBy) ?? error;
    if (refused) throw new ApiError(refused);

    const businessNumber = numberFrom(headers['x-business-number']);
    const accountNumber =
      businessNumber === undefined ? undefined : await findAccount(serviceTable(), businessNumber, partnerId);
    if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
    const menus = await findMenus(
      serviceTable(),
      { accountNumber, partnerId },
      {
        businessNumbers: body.businessNumbers ?? [],
        window,
        mostCharacters: mostCharacters(headers['accept-encoding']),
      },
    );
    if (!menus) throw new ApiError(errors.businessInvalid);
    if (menus === 'too-much') throw new ApiError(answerTooLarge);
    // Each record is read only when its turn to be written comes: all of them at once would fill the function's memory.
    return menus.map((menu) => ({ toJSON: () => menuReply(parseMenu(menu)) }));
  },
);
