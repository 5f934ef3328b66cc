/** The request of the tests of add aggregation link. */
import { handler } from '../../../functions/competitors/add-aggregation-link.ts';
import { type Call, call } from '../../support/call.ts';

export const to = (compAccountId: string, businessNumber: string): Call => ({
  path: { compAccountId, businessNumber },
});
export const add = (body: unknown, more: Call = {}) => call(handler, { ...to('301', '101'), body, ...more });
export const link = (url: string, sourceAlias = 'alpha') => ({ sourceAlias, url });
