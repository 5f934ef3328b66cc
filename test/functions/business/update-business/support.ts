/** What the tests of update business share: locations of their own, the request, and the answers of the catalogue. */

import { handler } from '../../../../functions/business/update-business.ts';
import { profile } from '../../../../lib/business/contracts/update-business.ts';
import { type Business, businesses, businessItem } from '../../../../lib/business/repository/business.ts';
import { merged, profileChanges } from '../../../../lib/business/rules/profile-update.ts';
import { normalize } from '../../../../lib/contract/coercion.ts';
import type { Table } from '../../../../lib/dynamodb/table/table.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { type Answer, type Call, call } from '../../../support/call.ts';
import { bringOnce } from '../../../support/kept-records.ts';
import { createTestTable } from '../../../support/store.ts';
import { REQUIRED, world } from '../../../support/world.ts';

export { handler };

let table: Table;
let lastNumber = 1000;

/** For `beforeAll`: the world, in a table of this test file's own. */
export const openWorld = async (): Promise<OpenTable> => {
  const opened = await createTestTable();
  await bringOnce(opened, world);
  table = opened;
  return opened;
};

/** A new location of ours that stores this profile by path, whatever rules would say; its number as a path carries it. */
export const newRecord = async (fields: Readonly<Record<string, unknown>>, own: object = {}): Promise<string> => {
  const businessNumber = ++lastNumber;
  const business = { businessNumber, accountNumber: 100, listingFixed: false, ...own, profile: fields };
  await table.put({ Item: businessItem('ours', business) });
  return String(businessNumber);
};

/** The same for the profile as a body would hold it. */
export const newBusiness = (business: object = {}, own: Partial<Business> = {}): Promise<string> =>
  newRecord(merged({}, profileChanges(normalize(profile, { ...business }))), own);

/** A location as it is stored. */
export const found = (id: string, partnerId = 'ours'): Promise<Business | undefined> =>
  businesses({ table, partnerId }).find(Number(id));

/** The stored profile by path. */
export const stored = async (id: string, partnerId = 'ours'): Promise<Readonly<Record<string, unknown>>> =>
  (await found(id, partnerId))?.profile ?? {};

/** A request with nothing added to its body. */
export const putRaw = (businessId: string, body: unknown, more: Call = {}): Promise<Answer> =>
  call(handler, { path: { businessId }, body, ...more });

/** A request with the required fields, unless `fields` says otherwise. */
export const put = (businessId: string, fields: object = {}, more: Call = {}): Promise<Answer> =>
  putRaw(businessId, { ...REQUIRED, ...fields }, more);

/** A request of a location that stores `business`. */
export const putOn = async (business: object, fields: object): Promise<Answer> =>
  put(await newBusiness(business), fields);
