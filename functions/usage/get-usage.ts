/** GET /v1/usage: what the partner has used of the plan of the key that asks. */
import { endpoint } from '../../lib/http/endpoint.ts';
import { getUsage } from '../../lib/usage/contracts/get-usage.ts';
import { usageOf } from '../../lib/usage/usage.ts';

export const handler = endpoint(getUsage, ({ store, plan, limits }) => usageOf(store, plan, limits));
