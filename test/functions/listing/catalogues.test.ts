/** Whom catalogues are shown to. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, answerOf } from '../../support/call.ts';
import { KEYS } from '../../support/world.ts';
import { alpha, categories, hotel, hours, maps, notFound, openCatalogueWorld } from './catalogue-support.ts';

beforeAll(openCatalogueWorld);

describe('Every one', () => {
  const US = { countryCode: 'US' };
  const shown: readonly (readonly [string, (number: string, key?: string) => Promise<Answer>])[] = [
    ['category list', (number, key = KEYS.ours) => categories(number, { sourceName: 'MAPS', ...US }, { key })],
    ['alpha attributes', (number, key = KEYS.ours) => alpha(number, { categoryId: 'restaurant', ...US }, { key })],
    ['maps attributes', (number, key = KEYS.ours) => maps(number, {}, { key })],
    ['types of more hours', (number, key = KEYS.ours) => hours(number, {}, { key })],
    ['hotel attributes', hotel],
  ];

  it.each(shown)('is shown to who has the location or the account: %s', async (_, ask) => {
    for (const number of ['101', '100']) expect((await ask(number)).status).toBe(200);
    expect((await ask('201', KEYS.theirs)).status).toBe(200);
  });

  it.each(shown)('is refused for what is not there, foreign or no number: %s', async (_, ask) => {
    for (const number of ['999', '201', '200', 'abc', '0', '-101', '0101', '101.0', '9'.repeat(30), '101#PROFILE']) {
      expect([number, await answerOf(ask(number))]).toEqual([number, notFound]);
    }
    expect(await answerOf(ask('101', KEYS.theirs))).toEqual(notFound);
    expect((await ask('101', KEYS.revoked)).body.code).toBe(1161);
  });

  it('asks for the header of hotel attributes', async () => expect(await answerOf(hotel())).toEqual(notFound));
});
