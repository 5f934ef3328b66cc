/** What a record that is gone says of a write, by its strategy. */
import { describe, expect, it } from 'vitest';
import { type Call, CallError } from '../../../../lib/dynamodb/client/call.ts';
import { StoreUnavailable } from '../../../../lib/dynamodb/client/outcomes.ts';
import { type Item, toAttributes } from '../../../../lib/dynamodb/table/attributes.ts';
import { tableOf } from '../../../../lib/dynamodb/table/table.ts';
import type { IdempotencyRecord } from '../../../../lib/dynamodb/writes/idempotency-record.ts';
import { nextMark } from '../../../../lib/dynamodb/writes/marks.ts';
import {
  alone,
  creation,
  deletion,
  goneIsDone,
  type Strategy,
  twoSided,
  withDependents,
  write,
} from '../../../../lib/dynamodb/writes/write.ts';

const Key = { pk: 'P#ours#BUSINESS#1', sk: 'PROFILE' };
const tombstone = { pk: 'P#ours#BUSINESS#1', sk: 'DELETED' };
const actions = [{ Update: { Key, UpdateExpression: 'SET a = :a', ExpressionAttributeValues: { ':a': 1 } } }];

/** A store that finds nothing at the key; `left` stands at the key of the tombstone. */
const gone = async (
  strategy: Strategy,
  uncertain: boolean,
  left?: (mark: string) => object,
  idempotency?: IdempotencyRecord,
) => {
  const mark = nextMark();
  const call = (async (operation: string) => {
    if (operation === 'GetItem') return left ? { Item: toAttributes({ ...tombstone, ...left(mark) }) } : {};
    const isSingle = operation === 'UpdateItem';
    throw new CallError('refused', {
      name: isSingle ? 'ConditionalCheckFailedException' : 'TransactionCanceledException',
      attempts: 2,
      uncertain,
      ...(!isSingle && { reasons: [...(idempotency ? [{ Code: 'None' }] : []), { Code: 'ConditionalCheckFailed' }] }),
    });
  }) as unknown as Call;
  const store = { table: tableOf('t', call), partnerId: 'ours', ...(idempotency && { idempotency }) };
  return write(store, { strategy, actions, basedOn: [3], mark });
};

describe('Where the record is gone', () => {
  it.each([
    ['alone', alone],
    ['in two items', twoSided],
    ['deleted, without a tombstone of it', deletion(tombstone)],
  ])('a write of a record %s is refused', async (_, strategy) => {
    for (const uncertain of [false, true])
      expect(await gone(strategy, uncertain)).toMatchObject({ refused: 'absent', attempts: expect.any(Number) });
  });

  it('a write with dependent items is of unknown fate where a try is', async () => {
    expect(await gone(withDependents, false)).toMatchObject({ refused: 'changed' });
    await expect(gone(withDependents, true)).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('a deletion is known by its mark in the tombstone', async () => {
    expect(await gone(deletion(tombstone), true, (p0) => ({ p0, version: 4 }))).toHaveProperty('done');
    const other = (p0: string) => ({ p0: `9${p0.slice(1)}`, version: 4 });
    expect(await gone(deletion(tombstone), true, other)).toMatchObject({ refused: 'absent' });
  });

  it('a deletion that leaves nothing is done where a try of it may have landed', async () => {
    expect(await gone(goneIsDone, true)).toHaveProperty('done');
    expect(await gone(goneIsDone, false)).toMatchObject({ refused: 'absent' });
  });

  it('a deletion whose idempotency key is free is none: another request deleted the record', async () => {
    const take = () => ({ Put: { Item: { pk: 'key', sk: 'key' } } });
    const taken = ({ p0 }: Item = {}) => ({ mark: String(p0) });
    const key = { executed: undefined, take, taken, isTaken: async () => false };
    expect(await gone(goneIsDone, true, undefined, key)).toMatchObject({ refused: 'absent' });
  });
});

it('A creation of unknown fate is looked for, and is none where it cannot be', async () => {
  expect(
    await gone(
      creation(async () => true),
      true,
    ),
  ).toEqual({ done: undefined });
  const lost = creation(async () => {
    throw new Error('no answer');
  });
  for (const strategy of [lost, creation(async () => false), creation()])
    await expect(gone(strategy, true)).rejects.toBeInstanceOf(StoreUnavailable);
});
