/** What the tests of update business share: locations of their own, the request, and the answers of the catalogue. */
import { handler } from '../../../../functions/business/update-business.ts';
import { profile } from '../../../../lib/business/contracts/update-business.ts';
import { type Business, businessItem, findBusiness } from '../../../../lib/business/repository/business.ts';
import { newProfile } from '../../../../lib/business/rules/profile-update.ts';
import { normalize } from '../../../../lib/contract/coercion.ts';
import catalogue from '../../../../lib/contract/errors.json' with { type: 'json' };
import type { Table } from '../../../../lib/dynamodb/table.ts';
import { type Answer, type Call, call } from '../../../support/call.ts';
import { load } from '../../../support/load.ts';
import { createTestTable } from '../../../support/store.ts';
import { REQUIRED, world } from '../../../support/world.ts';

export { handler };

let table: Table;
let lastNumber = 1000;

/** For `beforeAll`: the world, in a table of this test file's own. */
export const openWorld = async (): Promise<void> => {
  table = await createTestTable();
  const [refused] = await load(table, world);
  if (refused) throw new Error(refused.reason);
};

/** A new location of ours that stores `business`, an object of spec 2.1; its number as a path carries it. */
export const newBusiness = async (business: object = {}, own: Partial<Business> = {}): Promise<string> => {
  const stored = newProfile(normalize(profile, { ...business }));
  const businessNumber = ++lastNumber;
  const owner = { accountNumber: 100, partnerId: 'ours', version: 1, listingFixed: false };
  await table.put({ Item: businessItem({ businessNumber, ...owner, ...own, profile: stored }) });
  return String(businessNumber);
};

/** The stored profile by path. */
export const stored = async (id: string, partnerId = 'ours'): Promise<Record<string, unknown>> =>
  (await findBusiness(table, Number(id), partnerId))?.profile ?? {};

/** A request with nothing added to its body. */
export const putRaw = (businessId: string, body: unknown, more: Call = {}): Promise<Answer> =>
  call(handler, { path: { businessId }, body, ...more });

/** A request with the required fields, unless `fields` says otherwise. */
export const put = (businessId: string, fields: object = {}, more: Call = {}): Promise<Answer> =>
  putRaw(businessId, { ...REQUIRED, ...fields }, more);

/** A request of a location that stores `business`. */
export const putOn = async (business: object, fields: object): Promise<Answer> =>
  put(await newBusiness(business), fields);

/** The catalogue's answer for a code; with a message of its own where the row is a plain 400. */
export const refusal = (code: keyof typeof catalogue | number, message?: string) => {
  const row = catalogue[String(code) as keyof typeof catalogue];
  return { status: row.status, body: { code: Number(code), message: message ?? row.message } };
};

/** Status and body alone, for exact comparison. */
export const bare = ({ status, body }: Answer) => ({ status, body });
