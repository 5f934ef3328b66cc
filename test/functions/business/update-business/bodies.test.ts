import { beforeAll, describe, expect, it } from 'vitest';
import { recordTooLarge } from '../../../../lib/contract/errors.ts';
import { bare, refusal } from '../../../support/expected.ts';
import { REQUIRED } from '../../../support/world.ts';
import { found, newBusiness, openWorld, put, putRaw } from './support.ts';

beforeAll(openWorld);

const MIB = 1_048_576;
const REST = JSON.stringify(REQUIRED).slice(1);
/** A body with these members ahead of the required ones, as text. */
const withMembers = (members: string) => `{${members},${REST}`;

describe('the size of a record', () => {
  const tooLarge = refusal(413, recordTooLarge.message);

  it('differs from the size of a body', () => expect(recordTooLarge.message).toMatch(/record/));

  it('is at most 128 KB: more is a 413, in a dry run too, and nothing is changed', async () => {
    const id = await newBusiness();
    expect((await put(id, { impressum: 'x'.repeat(100_000) })).status).toBe(200);
    const kept = await found(id);
    for (const fields of [
      { products: 'y'.repeat(50_000) },
      { impressum: 'z'.repeat(140_000) },
      { alphaListing: { attributes: { text: 'é'.repeat(25_000) } } },
      { impressum: 'é'.repeat(70_000) },
    ]) {
      expect(bare(await put(id, fields))).toEqual(tooLarge);
      expect(bare(await put(id, fields, { query: { validateOnly: 'true' } }))).toEqual(tooLarge);
      expect(bare(await put(id, fields, { headers: { 'If-Match': '*' } }))).toEqual(tooLarge);
      expect(await found(id)).toEqual(kept);
    }
  });

  it('is that of the record as it would stand: what an update clears makes room', async () => {
    const id = await newBusiness();
    expect((await put(id, { impressum: 'x'.repeat(100_000) })).status).toBe(200);
    const swap = { impressum: '', products: 'y'.repeat(100_000) };
    expect((await put(id, swap, { query: { validateOnly: 'true' } })).status).toBe(200);
    expect((await put(id, swap)).status).toBe(200);
    // However often it is written.
    for (let time = 0; time < 5; time++) {
      expect((await put(id, { products: `${time}`.repeat(100_000) })).status).toBe(200);
    }
  });

  it('says nothing of a location that is not there', async () => {
    for (const id of ['999', '201']) {
      expect(bare(await put(id, { impressum: 'z'.repeat(140_000) }))).toEqual(refusal(1175));
    }
  });
});

describe('a body of a legal size', () => {
  for (const [what, members] of [
    ['slashes in a social profile', `"socialProfileURLs":{"betaUrl":"${'/'.repeat(MIB - 1000)} x"}`],
    ['dots and ends of an image', `"coverImageUrl":"${'.gif?'.repeat(200_000)} "`],
    ['dots of an image', `"coverImageUrl":"a${'.gif'.repeat(250_000)}/"`],
    ['labels of a host', `"websiteUrl":"${'a.'.repeat(500_000)} x"`],
    ['spaces in a phone', `"fax":"+${' -'.repeat(500_000)}x"`],
    ['digits of a number', `"establishedYear":"${'1'.repeat(1_000_000)}x"`],
    [
      'spaces in a time zone',
      `"timezone":"a${' standard'.repeat(110_000)} tim","businessStatus":"Open","openedOnDate":"01/01/2020"`,
    ],
    ['zeros in a number', `"establishedYear":1.${'0'.repeat(1_000_000)}1`],
    ['commas in services', `"keywords":"k","services":"${','.repeat(1_000_000)}"`],
    [
      'lists where a text is due',
      `"alphaListing":{"primaryCategoryAlpha":[${Array(9900).fill('"a"')}],"additionalCategory":[${Array(9900).fill('"b"')}]}`,
    ],
    [
      'numbered fields',
      `"alphaListing":{${Array.from({ length: 19_900 }, (_, index) => `"additionalCategory${index}":"c"`)}}`,
    ],
    ['days', `"hoursOfOperations":[${Array(9900).fill('{"day":0}')}]`],
    ['blank days', `"hoursOfOperations":[${Array(9900).fill('{"day":null}')}]`],
    ['keys', `"a":{${Array.from({ length: 19_900 }, (_, index) => `"k${index}":1`)}}`],
  ] as const) {
    it(`is answered where it is of ${what}`, async () => {
      const text = withMembers(members);
      expect(text.length).toBeLessThanOrEqual(MIB);
      // The limit of the test's own time is what holds its cost.
      expect((await putRaw(await newBusiness(), text)).status).toBeLessThan(500);
    });
  }
});
