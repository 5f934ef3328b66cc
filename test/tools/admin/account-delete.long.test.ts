/**
 * An account with many locations: its removal is cut off again and again, and ends. `LOCATIONS=50000` tries as many as the
 * largest account may have, which takes some two minutes.
 */
import { expect, it } from 'vitest';
import { handler as processStream } from '../../../functions/events/process-stream.ts';
import { businessKey } from '../../../lib/business/repository/business.ts';
import { deletions } from '../../../lib/business/repository/deletion.ts';
import { tombstoneKey } from '../../../lib/business/repository/tombstone.ts';
import { accounts, childrenPartition } from '../../../lib/partners/repository/account.ts';
import { nextNumber, openWorld, recordsOf, tombstones } from '../../functions/business/delete-business/support.ts';
import { bring } from '../../support/opened-world.ts';
import { putItems } from '../../support/put-items.ts';

const LOCATIONS = Number(process.env.LOCATIONS ?? 8000);

it('is removed in rounds', { timeout: 1_200_000 }, async () => {
  const table = await openWorld();
  const store = { table, partnerId: 'ours' };
  const n = nextNumber() * 1_000_000;
  await bring([
    { type: 'account', accountNumber: n, partnerId: 'ours', name: 'Large' },
    { type: 'business', businessNumber: n + 1, accountNumber: n, business: { name: 'One' } },
  ]);
  const first = (await table.get(businessKey('ours', n + 1)))!;
  const copies = Array.from({ length: LOCATIONS - 1 }, (_, at) =>
    JSON.parse(JSON.stringify(first).replaceAll(String(n + 1), String(n + 2 + at))),
  );
  await putItems(table, copies);
  const listed = () =>
    table.count({
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': childrenPartition('ours', n) },
    });
  expect(await listed()).toBe(LOCATIONS);
  const { close, account } = deletions(store);
  const stored = (await accounts(store).find(n))!;
  await account(stored, (await close(stored)) as number);
  let rounds = 0;
  for (let left = LOCATIONS; left > 0; left = await listed()) {
    const Records = recordsOf(await tombstones(n));
    // A second of time more than none begins with (lib/dynamodb/stream/invocation.ts): what is left is for the next round.
    const end = Date.now() + 7000;
    const context = { getRemainingTimeInMillis: () => end - Date.now() };
    await processStream({ Records }, context as Parameters<typeof processStream>[1]);
    expect(rounds++).toBeLessThan(LOCATIONS);
  }
  expect(rounds).toBeGreaterThan(3);
  expect((await table.get(tombstoneKey('ours', 'account', n)))?.rounds).toBeGreaterThan(2);
});
