/** What docs/adding-a-field.md adds; adding-a-field.long.test.ts compiles it, serves it, and reads the field back. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { businessItem } from '../../lib/business/repository/business.ts';
import { followPage } from './followed-page.ts';

const PAGE = 'adding-a-field.md';
let files: ReadonlyMap<string, string>;
let copy: string;

beforeAll(async () => {
  const followed = await followPage(PAGE, ['updateBusiness', 'getBusiness']);
  ({ files, copy } = followed);
  return followed.remove;
});

/** A source of the copy. */
const source = <Module>(file: string): Promise<Module> => import(/* @vite-ignore */ join(copy, file));

/** How the copy reads a request. */
const reading = async () => {
  type Coercion = typeof import('../../lib/contract/coercion.ts');
  const { normalize } = await source<Coercion>('lib/contract/coercion.ts');
  const { profile } = await source<typeof import('../../lib/business/contracts/update-business.ts')>(
    'lib/business/contracts/update-business.ts',
  );
  return { profile, read: (body: object) => normalize(profile, body as never) };
};

const PARKING = 'Behind the house';
const record = { businessNumber: 101, accountNumber: 100, listingFixed: false, profile: { parkingInfo: PARKING } };

describe('The page', () => {
  it('adds a declaration and a name', () => {
    expect([...files.keys()]).toEqual([
      'lib/business/contracts/profile-fields.ts',
      'lib/fields/repository/reserved.ts',
    ]);
  });

  it('adds what is read, stored and refused', async () => {
    const { profileChanges } = await source<typeof import('../../lib/business/rules/profile-update.ts')>(
      'lib/business/rules/profile-update.ts',
    );
    const { read, profile } = await reading();
    const changesOf = (parkingInfo: unknown) => profileChanges(read({ parkingInfo }));
    expect(changesOf(PARKING)).toEqual({ parkingInfo: PARKING });
    expect(changesOf('')).toEqual({ parkingInfo: null });
    expect(profile.properties).toMatchObject({ parkingInfo: { maxLength: 500 } });
  });

  it('adds what is answered, sent back, exported and reserved', async () => {
    const { storedProfile } = await source<typeof import('../../lib/business/contracts/stored-profile.ts')>(
      'lib/business/contracts/stored-profile.ts',
    );
    expect(storedProfile.parkingInfo).toMatchObject({ type: 'string', examples: [PARKING] });
    expect(storedProfile.parkingInfo).not.toHaveProperty('maxLength');
    const { recordReply } =
      await source<typeof import('../../lib/business/record-reply.ts')>('lib/business/record-reply.ts');
    const { sameAsAnswered } = await source<typeof import('../../lib/business/rules/round-trip.ts')>(
      'lib/business/rules/round-trip.ts',
    );
    expect(recordReply({ business: { ...record, version: 1 } })).toMatchObject({ parkingInfo: PARKING });
    expect(sameAsAnswered((await reading()).read({ parkingInfo: PARKING }), record.profile)).toContain('parkingInfo');
    type Repository = { readonly businessItem: typeof businessItem };
    const repository = await source<Repository>('lib/business/repository/business.ts');
    const { businessLine } =
      await source<typeof import('../../tools/data/lines/business.ts')>('tools/data/lines/business.ts');
    const line = businessLine.lineOf?.(repository.businessItem('ours', record));
    expect(line).toMatchObject({ business: { parkingInfo: PARKING } });
    const { isReserved } = await source<typeof import('../../lib/fields/repository/reserved.ts')>(
      'lib/fields/repository/reserved.ts',
    );
    expect(isReserved('parkinginfo')).toBe(true);
  });
});
