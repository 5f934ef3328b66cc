/** A write under an idempotency key that was executed before is answered with the record, once it shows the write. */
import { expect, it } from 'vitest';
import { toAttributes } from '../../../lib/dynamodb/attributes.ts';
import type { Call } from '../../../lib/dynamodb/call.ts';
import type { Claim } from '../../../lib/dynamodb/claim.ts';
import { nextMark } from '../../../lib/dynamodb/marks.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/outcomes.ts';
import { tableOf } from '../../../lib/dynamodb/table.ts';
import { saveVersion } from '../../../lib/dynamodb/versioned.ts';

it('a request is not answered with a record that does not show it', async () => {
  const key = { pk: 'P#ours#BUSINESS#1', sk: 'PROFILE' };
  const [before, executed] = [nextMark(), nextMark()];
  let p0 = before;
  // A store whose answer is older than the write; the second time it is not.
  const call = (async () => ({ Item: toAttributes({ ...key, version: 1, p0 }) })) as unknown as Call;
  const claim = { executed: { mark: executed } } as unknown as Claim;
  const save = () => saveVersion({ table: tableOf('t', call), partnerId: 'ours', claim }, { key, changes: { a: 1 } });
  await expect(save()).rejects.toBeInstanceOf(StoreUnavailable);
  p0 = executed;
  expect(await save()).toMatchObject({ saved: { p0: executed } });
});
