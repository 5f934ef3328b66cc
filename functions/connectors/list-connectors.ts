/** GET /v1/connectors: the connectors of an account. */

import { listConnectors } from '../../lib/connectors/contracts/list-connectors.ts';
import { connectorsReply } from '../../lib/connectors/reply.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { accounts } from '../../lib/partners/repository/account.ts';
import { subscriptions } from '../../lib/subscriptions/repository/subscriptions.ts';

export const handler = endpoint(listConnectors, async ({ store, headers }) => {
  const accountNumber = await accounts(store).named(headers['x-business-number']);
  if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
  const found = await subscriptions(store).connectors(accountNumber);
  const { id = null, webhooks = [] } = found?.subscription ?? {};
  return { id, connectors: connectorsReply(webhooks, found?.states) };
});
