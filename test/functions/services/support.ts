/** What the tests of services share. */
import { handler as createService } from '../../../functions/services/create-service.ts';
import { handler as deleteServices } from '../../../functions/services/delete-services.ts';
import { handler as getServiceMapping } from '../../../functions/services/get-service-mapping.ts';
import { handler as listServices } from '../../../functions/services/list-services.ts';
import { handler as setServiceMapping } from '../../../functions/services/set-service-mapping.ts';
import { handler as updateService } from '../../../functions/services/update-service.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { bring } from '../../support/opened-world.ts';

let last = 930_000;

/** A new account of ours with so many locations of these alpha categories; its number, theirs follow on it. */
export const newAccount = async (locations = 1, alphaListing: object = {}): Promise<number> => {
  last += 100;
  const accountNumber = last;
  const children = Array.from({ length: locations }, (_, index) => ({
    type: 'business',
    businessNumber: accountNumber + index + 1,
    accountNumber,
    business: { name: `Location ${index}`, alphaListing },
  }));
  await bring([{ type: 'account', accountNumber, partnerId: 'ours', name: 'S' }, ...children]);
  return accountNumber;
};

type Query = Readonly<Record<string, string>>;

const at = (number: number | string, { query, ...more }: Call): Call => ({
  ...more,
  query: { ...(number !== '' && { businessId: String(number) }), ...query },
});

export const creating = (number: number | string, body: unknown, more: Call = {}): Promise<Answer> =>
  call(createService, { ...at(number, more), body });
export const updating = (number: number | string, body: unknown, more: Call = {}): Promise<Answer> =>
  call(updateService, { ...at(number, more), body });
export const deleting = (number: number | string, serviceIds: unknown, more: Call = {}): Promise<Answer> =>
  call(deleteServices, { ...at(number, more), body: { serviceIds } });
export const listing = (number: number | string, query: Query = {}, body: unknown = {}): Promise<Answer> =>
  call(listServices, { ...at(number, { query }), body });
export const mapping = (number: number | string, body: unknown, more: Call = {}): Promise<Answer> =>
  call(setServiceMapping, { ...at(number, more), body });
export const mapped = (number: number | string): Promise<Answer> => call(getServiceMapping, at(number, {}));

/** A new service; its id. */
export const created = async (number: number, body: object, more: Call = {}): Promise<string> => {
  const answer = await creating(number, body, more);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.serviceId;
};

/** The ids on a page, in its order. */
export const ids = async (number: number, query: Query = {}, body: unknown = {}): Promise<string[]> =>
  (await listing(number, query, body)).body.services.map(({ serviceId }: { serviceId: string }) => serviceId);

/** The ids of each category of a location. */
export const mappedIds = async (number: number): Promise<Record<string, string[]>> => {
  const { body } = await mapped(number);
  return Object.fromEntries(
    Object.entries(body as Record<string, { serviceId: string }[]>).map(([category, each]) => [
      category,
      each.map(({ serviceId }) => serviceId),
    ]),
  );
};
