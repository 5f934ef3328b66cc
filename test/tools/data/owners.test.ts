/** What an import knows of owners: for seconds, as an operator may remove them meanwhile. */
import { afterEach, expect, it, vi } from 'vitest';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { accountKey } from '../../../lib/partners/repository/account.ts';
import { partnerKey } from '../../../lib/partners/repository/partner.ts';
import { ownersIn } from '../../../tools/data/owners.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('a partner and an account that were removed are known for five seconds', async () => {
  const table = await createTestTable();
  expect(await load(table, world)).toEqual([]);
  const owners = ownersIn(table);
  const known = async () => [await owners.ofAccount(100), await owners.hasPartner('ours')];
  expect(await known()).toEqual(['ours', true]);
  for (const Key of [accountKey('ours', 100), partnerKey('ours')]) await table.remove({ Key });
  expect(await known()).toEqual(['ours', true]);
  const later = clock.now() + 5001;
  vi.spyOn(clock, 'now').mockReturnValue(later);
  expect(await known()).toEqual([undefined, false]);
});
