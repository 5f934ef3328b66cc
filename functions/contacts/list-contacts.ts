/** POST /v2/customer/list: the contacts of an account or a location, page by page, by their last activity. */
import { listContacts } from '../../lib/contacts/contracts/list-contacts.ts';
import { listedReply, pageReply } from '../../lib/contacts/list-reply.ts';
import { contactRows } from '../../lib/contacts/repository/contact-rows.ts';
import { packedIndexes } from '../../lib/contacts/repository/packed-index.ts';
import { places } from '../../lib/contacts/repository/place.ts';
import { validatedDays, windowOf } from '../../lib/contacts/rules/list-windows.ts';
import { packedIndexPage } from '../../lib/contacts/rules/packed-index-page.ts';
import { daysBetween } from '../../lib/contract/days.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  listContacts,
  { prepare: validatedDays('startDate', 'endDate') },
  async ({ store, query: { businessId, page, size, order = 'desc' }, body: { startDate, endDate } }) => {
    const window = windowOf(page, size);
    const place = await places(store).find(businessId);
    if (!place) throw new ApiError(errors.businessInvalid);
    const { accountNumber, businessNumber } = place;
    const days = daysBetween(startDate, endDate);
    const { add, found } = packedIndexPage({ by: 'lastActivityAt', order, businessNumber, ...days, window });
    for await (const rows of packedIndexes(store).all(accountNumber)) add(rows);
    const { totalCount, rows } = found();
    const { neighbours, some } = contactRows(store);
    // A location's contacts are spread among those of the complete account.
    const known = await (businessNumber === undefined ? neighbours : some)(accountNumber, rows);
    return { ...pageReply(page, size, totalCount), customers: rows.flatMap(({ id }) => listedReply(known.get(id))) };
  },
);
