import { beforeAll, describe, expect, it } from 'vitest';
import { bare, refusal } from '../../../support/expected.ts';
import { REQUIRED } from '../../../support/world.ts';
import { newBusiness, openWorld, put, putRaw, stored } from './support.ts';

beforeAll(openWorld);

const REST = JSON.stringify(REQUIRED).slice(1);
/** A body with these members ahead of the required ones, as text. */
const withMembers = (members: string) => `{${members},${REST}`;
const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('values that a store or a parser may choke on', () => {
  it('takes the last of two equal keys', async () => {
    const { body } = await putRaw(await newBusiness(), `{"name":"First","name":"Second",${REST}`);
    expect(body.name).toBe('Second');
  });

  it('takes any text, characters beyond the basic plane and what joins them among it', async () => {
    for (const name of ['\u{1F468}\u200d\u{1F469}\u200d\u{1F467}', '\ufeffabc.', '<b>"\\/', 'constructor']) {
      const id = await newBusiness();
      expect((await put(id, { name, products: name })).body.name).toBe(name.trim());
      expect(await stored(id)).toMatchObject({ products: name.trim() });
    }
  });

  it('takes any character in a text of several lines', async () => {
    const products = 'a\u0000b\n\u007f\u0001\u001f\u2028\u202e.';
    const id = await newBusiness();
    expect((await put(id, { products })).status).toBe(200);
    expect(await stored(id)).toMatchObject({ products });
  });

  it('replaces half a surrogate pair', async () => {
    for (const half of ['\\ud83d', '\\ude00']) {
      const id = await newBusiness();
      const text = withMembers(
        `"name":"cut ${half}","languages":["${half}"],"customFields":{"fieldName":"${half}","id":1},"alphaListing":{"attributes":{"${half}":"${half}"}}`,
      );
      expect(await putRaw(id, text)).toMatchObject({
        status: 200,
        body: { name: 'cut \ufffd', languages: ['\ufffd'] },
      });
    }
  });

  it('keeps attributes with any number and key', async () => {
    const id = await newBusiness();
    const attributes = {
      tiny: 1e-300,
      huge: 1e300,
      long: 0.1234567890123456,
      '': 'blank key',
      constructor: 1,
      hasOwnProperty: {},
      list: [null, [1]],
    };
    expect((await put(id, { alphaListing: { attributes } })).status).toBe(200);
    expect(await stored(id)).toMatchObject({ 'alphaListing.attributes': attributes });
  });

  it('bounds the depth of attributes', async () => {
    const attributes = (depth: number) => withMembers(`"alphaListing":{"attributes":${deep(depth)}}`);
    expect((await putRaw(await newBusiness(), attributes(16))).status).toBe(200);
    const message = 'alphaListing.attributes must not be nested more than 16 levels deep';
    expect(bare(await putRaw('101', attributes(17)))).toEqual(refusal(400, message));
  });

  it('bounds the fields of attributes, at all their levels together', async () => {
    const fields = (count: number) => `{${Array.from({ length: count }, (_, index) => `"f${index}":0`).join(',')}}`;
    const attributes = (count: number) =>
      withMembers(`"alphaListing":{"attributes":{"list":[1,{"a":null}],"more":${fields(count - 5)}}}`);
    expect((await putRaw(await newBusiness(), attributes(1000))).status).toBe(200);
    const message = 'alphaListing.attributes must have at most 1000 fields in all';
    expect(bare(await putRaw('101', attributes(1001)))).toEqual(refusal(400, message));
  });

  it('counts a comma list of many thousands no further than it must', async () => {
    const body = withMembers(
      `"languages":"${'a,'.repeat(20_000)}","alphaListing":{"additionalCategory":"${'a,'.repeat(20_000)}","additionalCategory1":"b"}`,
    );
    expect(bare(await putRaw('101', body))).toEqual(refusal(400, 'languages must have at most 1000 items'));
  });

  for (const accept of ['application/json', 'application/problem+json']) {
    it(`answers deep nesting anywhere with a 400 or ignores it, for Accept ${accept}`, async () => {
      for (const depth of [100, 1000, 3000, 5000, 7000, 10_000, 40_000]) {
        for (const field of [
          'unknown',
          'name',
          'services',
          'location',
          'languages',
          'customFields',
          'internalListing',
        ]) {
          const values = [deep(depth), `${'['.repeat(depth)}1${']'.repeat(depth)}`];
          for (const value of [...values, ...values.map((inner) => `{"category":${inner},"attributes":${inner}}`)]) {
            const { status } = await putRaw('101', withMembers(`"${field}":${value},"alphaListing":${value}`), {
              headers: { accept },
            });
            expect([200, 400]).toContain(status);
          }
        }
      }
    });
  }

  it('names no more violations than an answer can hold', async () => {
    const hours = Array.from({ length: 100 }, () => ({ workingHours: Array.from({ length: 100 }, () => 0) }));
    const body = withMembers(`"hoursOfOperations":${JSON.stringify(hours)}`);
    const problem = await putRaw('101', body, { headers: { accept: 'application/problem+json' } });
    expect(problem.body.errors).toHaveLength(1000);
    expect(problem.body.errors[0].message).toBe((await putRaw('101', body)).body.message);
  });

  it('answers objects with odd members with a 400', async () => {
    for (const value of [
      '{"toString":1,"valueOf":1}',
      '{"length":-1}',
      '{"then":{}}',
      '[{"toString":1,"valueOf":1}]',
    ]) {
      for (const path of [
        'category',
        'subcategory',
        'displayCategory',
        'primaryCategoryAlpha',
        'additionalCategory',
        'foodDelivery',
        'countryCode',
        'state',
        'subLocality',
      ]) {
        const inner = `{"zip":"1","${path}":${value},"foodTakeout":"https://a.b"}`;
        const text = withMembers(
          `"fax":"+1234567","location":${inner},"internalListing":${inner},"alphaListing":${inner},"businessStatus":"Open","reopenDate":${value},"timezone":${value}`,
        );
        expect((await putRaw('101', text)).status).toBe(400);
      }
    }
  });
});
