/** GET /v1/customer/history/{customerId}: what happened with a contact, the latest first. */
import { contactActivity, MOST_ACTIVITIES } from '../../lib/contacts/contracts/contact-activity.ts';
import { activityReply } from '../../lib/contacts/list-reply.ts';
import { activities } from '../../lib/contacts/repository/activity.ts';
import { contacts } from '../../lib/contacts/repository/contact.ts';
import { daysBetween, endsBeforeStart } from '../../lib/contract/days.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { invalid } from '../../lib/contract/errors.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import type { Handle } from '../../lib/http/request.ts';

const EVER = 9_999_999_999_999;

const BACKWARDS = { path: '', parameter: 'endDate', error: invalid('endDate', 'must not be before startDate') };

const handle: Handle<typeof contactActivity, undefined> = async ({ store, path: { customerId }, query }) => {
  const { businessId, startDate, endDate } = query;
  const found = await contacts(store).find(businessId, { id: customerId });
  if (!found) throw new ApiError(errors.businessInvalid);
  if (!found.contact) throw new ApiError(errors.customerIdInvalid);
  const { from = 0, until = EVER } = daysBetween(startDate, endDate);
  const window = { from, until, most: MOST_ACTIVITIES };
  const past = await activities(store).of(found.accountNumber, customerId, window);
  return past.flatMap(activityReply).slice(0, MOST_ACTIVITIES);
};

export const handler = endpoint(contactActivity, handle, {
  checkQuery: ({ startDate, endDate }) => (endsBeforeStart(startDate, endDate) ? [BACKWARDS] : []),
});
