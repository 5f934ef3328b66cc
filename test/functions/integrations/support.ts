/** Requests of the operations of mappings, on accounts of a test's own. */
import { handler as listIntegrations } from '../../../functions/integrations/list-integrations.ts';
import { handler as mapIntegration } from '../../../functions/integrations/map-integration.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { bring } from '../../support/opened-world.ts';

let last = 610_000;

/** A new account of ours with so many locations; its number, theirs follow on it. */
export const newAccount = async (locations = 2): Promise<number> => {
  last += 100;
  const accountNumber = last;
  const children = Array.from({ length: locations }, (_, index) => ({
    type: 'business',
    businessNumber: accountNumber + index + 1,
    accountNumber,
    business: { name: `Place ${index + 1}` },
  }));
  await bring([{ type: 'account', accountNumber, partnerId: 'ours', name: 'Mapped' }, ...children]);
  return accountNumber;
};

export const map = (body: unknown, more: Call = {}): Promise<Answer> => call(mapIntegration, { body, ...more });
export const list = (
  businessId: number | string,
  query: Readonly<Record<string, string | number | boolean>> = {},
  more: Call = {},
): Promise<Answer> =>
  call(listIntegrations, {
    path: { businessId: String(businessId) },
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    ...more,
  });

export const property = (propertyKey: string, propertyValue = '') => ({ propertyKey, propertyValue });
