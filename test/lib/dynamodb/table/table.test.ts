import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profile } from '../../../../lib/business/contracts/update-business.ts';
import { ownAttributes } from '../../../../lib/business/repository/business.ts';
import { fieldPaths } from '../../../../lib/contract/fields.ts';
import { type Call, CallError } from '../../../../lib/dynamodb/client/call.ts';
import { ItemTooLarge, StoreUnavailable } from '../../../../lib/dynamodb/client/outcomes.ts';
import { joined, keyAttributes, ofPartner, sortable } from '../../../../lib/dynamodb/table/keys.ts';
import { type Table, tableOf } from '../../../../lib/dynamodb/table/table.ts';
import { markAttributes } from '../../../../lib/dynamodb/writes/marks.ts';
import { runs } from '../../../support/chosen.ts';

describe('The profile of a location', () => {
  it('has no field by the name of an attribute that is the item’s own', () => {
    const paths = fieldPaths(profile);
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.filter((path) => ownAttributes.includes(path))).toEqual([]);
    for (const name of [...keyAttributes, ...markAttributes, 'type', 'v', 'version', 'bytes']) {
      expect(ownAttributes).toContain(name);
    }
  });
});

describe('Keys', () => {
  // What a client or an operator may bring, with a liking for the marks of our own keys.
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('#', '%', '2', '3', '5', 'A', 'CONTACT') }));
  const parts = fc.array(fc.oneof(text, fc.maxSafeInteger()), { minLength: 1, maxLength: 4 });

  it('are the same for the same input alone', () => {
    fc.assert(
      fc.property(parts, parts, (first, second) => {
        // A number and its digits are one key, as they are one identifier.
        const same = JSON.stringify(first.map(String)) === JSON.stringify(second.map(String));
        expect(joined(...first) === joined(...second)).toBe(same);
      }),
      { numRuns: runs(1000, 5000) },
    );
  });

  it('are read back as they were made, whatever marks are in their parts', () => {
    const unescaped = (part: string) => part.replaceAll('%23', '#').replaceAll('%25', '%');
    fc.assert(
      fc.property(parts, (made) => {
        expect(
          joined(...made)
            .split('#')
            .map(unescaped),
        ).toEqual(made.map(String));
      }),
      { numRuns: runs(500, 2000) },
    );
  });

  it('of one partner never begin like those of another', () => {
    fc.assert(
      fc.property(text, text, parts, parts, (one, other, first, second) => {
        fc.pre(one !== other);
        expect(ofPartner(one, ...first)).not.toBe(ofPartner(other, ...second));
      }),
      { numRuns: runs(1000, 5000) },
    );
  });

  it('keep their marks to themselves', () => {
    expect(ofPartner('a#b', 'EMAIL', '%23')).toBe('P#a%23b#EMAIL#%2523');
  });

  it('of numbers sort as the numbers do', () => {
    fc.assert(fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (a, b) => sortable(a) < sortable(b) === a < b));
  });
});

/** A table whose calls fail with these errors, one after the other, and then succeed. */
const failing = (...errors: readonly Error[]): { table: Table; count: () => number } => {
  let calls = 0;
  const call = async () => {
    const error = errors[calls++];
    if (error) throw error;
    return {};
  };
  return { table: tableOf('none', call as unknown as Call), count: () => calls };
};

describe('A transaction', () => {
  const cancelled = (...codes: readonly string[]) =>
    new CallError('cancelled', {
      name: 'TransactionCanceledException',
      attempts: 1,
      uncertain: false,
      reasons: codes.map((Code) => ({ Code, Message: 'Item size has exceeded the maximum allowed size' })),
    });

  it('that conflicted with another is tried again', async () => {
    const { table, count } = failing(cancelled('None', 'TransactionConflict'), cancelled('ThrottlingError'));
    expect(await table.transact([])).toBeUndefined();
    expect(count()).toBe(3);
  });

  it('that conflicts with others again and again is a store that cannot be reached', async () => {
    const { table, count } = failing(...Array.from({ length: 6 }, () => cancelled('TransactionConflict')));
    await expect(table.transact([])).rejects.toBeInstanceOf(StoreUnavailable);
    expect(count()).toBe(3);
  });

  it('whose condition failed says where; one whose item is too large says so', async () => {
    const refused = await failing(cancelled('None', 'ConditionalCheckFailed')).table.transact([]);
    expect([...(refused?.failed.keys() ?? [])]).toEqual([1]);
    const tooLarge = failing(cancelled('ValidationError')).table.transact([]);
    await expect(tooLarge).rejects.toBeInstanceOf(ItemTooLarge);
  });
});

describe('A call that failed', () => {
  const callError = (name: string, uncertain: boolean) => new CallError('why', { name, attempts: 1, uncertain });

  it('says whether its write may have been applied all the same', async () => {
    for (const uncertain of [true, false]) {
      const { table } = failing(callError('TimeoutError', uncertain));
      await expect(table.put({ Item: {} })).rejects.toMatchObject({ name: 'StoreUnavailable', uncertain });
    }
  });

  it('for a fault of ours keeps its name: trying again would not help', async () => {
    const { table } = failing(callError('AccessDeniedException', false));
    await expect(table.get({ pk: 'a', sk: 'b' })).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });
});
