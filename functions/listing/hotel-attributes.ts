/** GET /v1/listing/get/hotel-attributes: what a hotel can say of itself. */
import { hotelAttributes as catalogue } from '../../lib/catalog/hotel-attributes.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { hotelAttributes } from '../../lib/listing/contracts/hotel-attributes.ts';
import { accounts } from '../../lib/partners/repository/account.ts';

/** Made once: the same for everyone. */
const reply = { hotelAttributes: catalogue };

export const handler = endpoint(hotelAttributes, async ({ store, headers }) => {
  const accountNumber = await accounts(store).named(headers['x-business-number']);
  if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
  return reply;
});
