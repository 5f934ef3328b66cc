/** POST /v1/contact/details: the contacts that were created on some days, page by page. */
import { contactDetails, MOST_BLOCKS, pageTooLarge } from '../../lib/contacts/contracts/contact-details.ts';
import { detailsReply, pageReply } from '../../lib/contacts/list-reply.ts';
import { contactRows } from '../../lib/contacts/repository/contact-rows.ts';
import { packedIndexes } from '../../lib/contacts/repository/packed-index.ts';
import { places } from '../../lib/contacts/repository/place.ts';
import { validatedDetails, windowOf } from '../../lib/contacts/rules/list-windows.ts';
import { packedIndexPage } from '../../lib/contacts/rules/packed-index-page.ts';
import { daysBetween } from '../../lib/contract/days.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  contactDetails,
  { prepare: validatedDetails },
  async ({ store, query, body }) => {
    const { businessId, page, size, startDateUtc, endDateUtc, contactType, sources } = body;
    const place = await places(store).find(businessId);
    if (!place) throw new ApiError(laterErrors.businessNotFound);
    if (place.isReseller) throw new ApiError(errors.resellerNotSupported);
    const { accountNumber, businessNumber } = place;
    const days = daysBetween(startDateUtc, endDateUtc);
    const kinds = { contactType, sources };
    const window = windowOf(page, size);
    const { add, found } = packedIndexPage({
      by: 'createdAt',
      order: 'asc',
      businessNumber,
      ...days,
      ...kinds,
      window,
    });
    for await (const rows of packedIndexes(store).all(accountNumber)) add(rows);
    const { totalCount, rows } = found();
    if (rows.reduce((sum, { blocks }) => sum + blocks, 0) > MOST_BLOCKS) throw new ApiError(pageTooLarge);
    const known = await contactRows(store).complete(accountNumber, rows);
    const shown = { tags: query.tags === true, customFields: query.customfields === true };
    const contacts = rows.flatMap(({ id }) => detailsReply(known.get(id), shown));
    return { ...pageReply(page, size, totalCount), contacts };
  },
);
