/** What the tests of listings share: locations of their own, requests to both sides, and the least of a listing. */
import { handler as updateBusiness } from '../../../functions/business/update-business.ts';
import { handler as createListing } from '../../../functions/listing/create-listing.ts';
import { handler as deactivateListing } from '../../../functions/listing/deactivate-listing.ts';
import { handler as getListing } from '../../../functions/listing/get-listing.ts';
import { handler as publishListing } from '../../../functions/listing/publish-listing.ts';
import { handler as updateListing } from '../../../functions/listing/update-listing.ts';
import { profile } from '../../../lib/business/contracts/update-business.ts';
import { type Business, businessItem } from '../../../lib/business/repository/business.ts';
import { merged, profileChanges } from '../../../lib/business/rules/profile-update.ts';
import { normalize } from '../../../lib/contract/coercion.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { leastListing } from '../../../lib/listing/contracts/listing.provocations.ts';
import { type ListingRecord, listings } from '../../../lib/listing/repository/listing.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { openWorld as open } from '../../support/opened-world.ts';
import { REQUIRED } from '../../support/world.ts';

export { leastListing } from '../../../lib/listing/contracts/listing.provocations.ts';

let table: Table;
let lastNumber = 3000;

/** For `beforeAll`. */
export const openWorld = async (): Promise<Table> => {
  table = await open();
  return table;
};

/** A new location of ours that stores this profile by path, whatever rules would say. */
export const newRecord = async (fields: object = {}, own: Partial<Business> = {}): Promise<string> => {
  const businessNumber = ++lastNumber;
  const business = { businessNumber, accountNumber: 100, listingFixed: false, ...own, profile: { ...fields } };
  await table.put({ Item: businessItem('ours', business) });
  return String(businessNumber);
};

/** The same for the profile as a body of update business would hold it. */
export const newLocation = (business: object = {}, own: Partial<Business> = {}): Promise<string> =>
  newRecord(merged({}, profileChanges(normalize(profile, { ...business }))), own);

/** Both sides as they are stored. */
export const found = async (id: string): Promise<ListingRecord> =>
  (await listings({ table, partnerId: 'ours' }).find(Number(id)))!;

type Blocks = Readonly<Record<string, unknown>>;

/** The least listing with fields of blocks in place of its own. */
export const bodyWith = (blocks: Blocks = {}): Record<string, unknown> => ({
  ...leastListing,
  ...Object.fromEntries(
    Object.entries(blocks).map(([name, fields]) => [
      name,
      typeof fields === 'object' && fields !== null && !Array.isArray(fields)
        ? { ...leastListing[name], ...fields }
        : fields,
    ]),
  ),
});

const at = (businessNumber: string, more: Call): Call => ({ path: { businessNumber }, ...more });

export const get = (id: string, more: Call = {}): Promise<Answer> => call(getListing, at(id, more));
export const createRaw = (id: string, body: unknown, more: Call = {}): Promise<Answer> =>
  call(createListing, at(id, { body, ...more }));
export const updateRaw = (id: string, body: unknown, more: Call = {}): Promise<Answer> =>
  call(updateListing, at(id, { body, ...more }));
export const create = (id: string, blocks: Blocks = {}, more: Call = {}) => createRaw(id, bodyWith(blocks), more);
export const update = (id: string, blocks: Blocks = {}, more: Call = {}) => updateRaw(id, bodyWith(blocks), more);
export const deactivate = (id: string, more: Call = {}): Promise<Answer> => call(deactivateListing, at(id, more));
export const publish = (id: string, { query, ...more }: Call = {}): Promise<Answer> =>
  call(publishListing, { query: { b_id: id, ...query }, ...more });

/** Update business, with the fields that it asks for. */
export const putBusiness = (id: string, fields: object = {}, more: Call = {}): Promise<Answer> =>
  call(updateBusiness, { path: { businessId: id }, body: { ...REQUIRED, ...fields }, ...more });

/** A location of which a listing was created, from the least body. */
export const listed = async (blocks: Blocks = {}, business: object = {}): Promise<string> => {
  const id = await newLocation(business);
  const { status, body } = await create(id, blocks);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return id;
};
