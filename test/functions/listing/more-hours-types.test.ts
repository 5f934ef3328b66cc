/** List hour types: those of a location on each channel. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../support/call.ts';
import { refused } from '../../support/expected.ts';
import { hours, openCatalogueWorld } from './catalogue-support.ts';

beforeAll(openCatalogueWorld);

describe('List hour types', () => {
  const ALPHA = [
    ...['Access', 'Breakfast', 'Brunch', 'Delivery', 'Dinner', 'Drive through', 'Happy hours', 'Kitchen', 'Lunch'],
    ...['Online service hours', 'Pickup', 'Takeout', 'Senior hours'],
  ];

  it('of alpha are those of the primary category', async () => {
    expect((await hours(110)).body).toEqual(ALPHA);
    expect((await hours(111)).body).toEqual(['Access', 'Online service hours']);
    // Its maps category is another thing.
    expect((await hours(112, { channel: 'ALPHA' })).body).toEqual(['Access', 'Online service hours']);
  });

  it('of alpha are all where no category is known', async () => {
    for (const number of [100, 103, 113, 114]) expect((await hours(number, { channel: '' })).body).toEqual(ALPHA);
  });

  it('of maps are those of the maps category', async () => {
    const types = async (number: number) => (await hours(number, { channel: ' Maps ' })).body as string[];
    expect(await types(111)).toEqual(['Access', 'Emergency', 'Online service hours']);
    expect(await types(112)).toContain('Kitchen');
    expect(await types(113)).toEqual(await types(101));
    expect(await types(113)).toContain('Curbside pickup');
    expect((await types(100)).length).toBeGreaterThan((await types(113)).length);
    expect(await types(114)).toEqual(await types(100));
  });

  it('are refused of a channel that is not there', async () => {
    const message = 'channel must be one of alpha, maps';
    for (const channel of ['gamma', 'alpha,maps', '0']) {
      expect(await answerOf(hours(101, { channel }))).toEqual(refused(400, 400, message));
    }
  });
});
