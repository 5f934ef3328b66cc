/** What the tests of catalogues share: locations of several categories, the operations, and their refusals. */
import { expect } from 'vitest';
import { handler as alphaAttributes } from '../../../functions/listing/alpha-attributes.ts';
import { handler as categoryList } from '../../../functions/listing/category-list.ts';
import { handler as hotelAttributes } from '../../../functions/listing/hotel-attributes.ts';
import { handler as mapsAttributes } from '../../../functions/listing/maps-attributes.ts';
import { handler as moreHoursTypes } from '../../../functions/listing/more-hours-types.ts';
import type { LambdaHandler } from '../../../lib/http/endpoint.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, world } from '../../support/world.ts';

const alphaPrimary = (primaryCategoryAlpha: string) => ({ business: { alphaListing: { primaryCategoryAlpha } } });

const locations: readonly (readonly [number, object])[] = [
  [110, alphaPrimary(' RESTAURANT ')],
  [111, alphaPrimary('Dentist')],
  [112, { ...alphaPrimary('Dentist'), mapsCategoryId: 'hotel' }],
  [113, { business: { name: 'Trattoria' }, mapsCategoryId: 'italian_restaurant' }],
  [114, { ...alphaPrimary('No such trade'), mapsCategoryId: 'no_such_category' }],
];

/** For `beforeAll`: the world, and these locations in account 100. */
export const openCatalogueWorld = async (): Promise<void> => {
  const more = locations.map(([businessNumber, record]) => ({
    type: 'business',
    accountNumber: 100,
    businessNumber,
    ...record,
  }));
  expect(await load(await createTestTable(), [...world, ...more])).toEqual([]);
};

export const notFound = { status: 404, body: { code: 1011, message: 'Business id is invalid' } };

const of =
  (handler: LambdaHandler) =>
  (businessNumber: string | number, query: Record<string, string> = {}, more: Call = {}): Promise<Answer> =>
    call(handler, { path: { businessNumber: String(businessNumber) }, query, ...more });
export const categories = of(categoryList);
export const alpha = of(alphaAttributes);
export const maps = of(mapsAttributes);
export const hours = of(moreHoursTypes);
export const hotel = (businessNumber?: string, key: string = KEYS.ours): Promise<Answer> =>
  call(hotelAttributes, {
    key,
    ...(businessNumber !== undefined && { headers: { 'X-Business-Number': businessNumber } }),
  });

export const namesIn = ({ body }: Answer): string[] => body.map(({ name }: { name: string }) => name);
/** The ids of attributes in groups. */
export const idsIn = ({ body }: Answer): string[] =>
  Object.values(body as Record<string, { attributeId: string }[]>).flatMap((group) =>
    group.map(({ attributeId }) => attributeId),
  );
