/** Which changes the client leaves out as read before. */
import { expect, it } from 'vitest';
import { RecentIds } from '../../../../tools/docs/client/runtime/recent-ids.ts';

it('Ids are remembered for the next 10,000', () => {
  const ids = new RecentIds();
  const added = Array.from({ length: 10_001 }, (_, index) => ids.add(String(index)));
  expect(added).not.toContain(false);
  expect(['1', '10000', '0'].map((id) => ids.add(id))).toEqual([false, false, true]);
});
