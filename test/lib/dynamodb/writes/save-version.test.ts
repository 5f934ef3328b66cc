/** A write under an idempotency key that was executed before is answered with the record, once it shows the write. */
import { expect, it } from 'vitest';
import type { Call } from '../../../../lib/dynamodb/client/call.ts';
import { StoreUnavailable } from '../../../../lib/dynamodb/client/outcomes.ts';
import { toAttributes } from '../../../../lib/dynamodb/table/attributes.ts';
import { tableOf } from '../../../../lib/dynamodb/table/table.ts';
import type { IdempotencyRecord } from '../../../../lib/dynamodb/writes/idempotency-record.ts';
import { nextMark } from '../../../../lib/dynamodb/writes/marks.ts';
import { saveVersion } from '../../../../lib/dynamodb/writes/save-version.ts';

it('a request is not answered with a record that does not show it', async () => {
  const key = { pk: 'P#ours#BUSINESS#1', sk: 'PROFILE' };
  const [before, executed] = [nextMark(), nextMark()];
  let p0 = before;
  // A store whose answer is older than the write; the second time it is not.
  const call = (async () => ({ Item: toAttributes({ ...key, version: 1, p0 }) })) as unknown as Call;
  const idempotency = { executed: { mark: executed } } as unknown as IdempotencyRecord;
  const save = () =>
    saveVersion({ table: tableOf('t', call), partnerId: 'ours', idempotency }, { key, changes: { a: 1 } });
  await expect(save()).rejects.toBeInstanceOf(StoreUnavailable);
  p0 = executed;
  expect(await save()).toMatchObject({ saved: { p0: executed } });
});
