/** Rows that are spelled otherwise than they are stored, next to attributes that change nothing: nothing is written. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as patchBusiness } from '../../../functions/business/patch-business.ts';
import { handler as updateBusiness } from '../../../functions/business/update-business.ts';
import { businesses } from '../../../lib/business/repository/business.ts';
import { call } from '../../support/call.ts';
import { REQUIRED } from '../../support/world.ts';
import { newAccount, openWorld, theStore } from './support.ts';

beforeAll(openWorld);

const STORED = {
  customFields: [{ fieldName: 'Color', id: 5, type: 'TEXT', fieldValue: 'red' }],
  alphaListing: { attributes: { wifi: true, parking: 'street' } },
};

describe.each([
  ['update business', updateBusiness, REQUIRED],
  ['patch business', patchBusiness, {}],
] as const)('%s', (_, handler, required) => {
  it.each([
    [{ fieldName: 'Color', id: 5, fieldValue: 'red' }, {}],
    [{ fieldName: 'COLOR', id: 6, type: 'TEXT', fieldValue: 'red' }, {}],
    [{ fieldName: 'color', id: 0, fieldValue: 'red' }, { 'If-Match': '"2"' }],
    [
      { fieldName: 'color', id: 0, fieldValue: 'red' },
      { 'Idempotency-Key': `respelled-by-${Object.keys(required).length}` },
    ],
  ])('keeps the version for the row %j under the headers %j', async (row, headers) => {
    const businessNumber = (await newAccount()) + 1;
    const path = { businessId: String(businessNumber) };
    expect(await call(updateBusiness, { path, body: { ...REQUIRED, ...STORED } })).toMatchObject({ status: 200 });
    const found = () => businesses(theStore()).find(businessNumber);
    const before = await found();
    for (const attributes of [{ wifi: true }, {}]) {
      const body = { ...required, customFields: [row], alphaListing: { attributes } };
      const { 'Idempotency-Key': key } = headers as Readonly<Record<string, string>>;
      const own = key ? { 'Idempotency-Key': `${key}-${Object.keys(attributes)}` } : headers;
      for (const _time of ['once', 'and once more'])
        expect(await call(handler, { path, body, headers: own })).toMatchObject({
          status: 200,
          headers: { ETag: '"2"' },
        });
    }
    expect(await found()).toEqual(before);
  });
});
