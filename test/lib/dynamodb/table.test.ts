import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { profile } from '../../../lib/business/contracts/update-business.ts';
import { ownAttributes } from '../../../lib/business/repository/business.ts';
import { fieldPaths } from '../../../lib/contract/fields.ts';
import { indexKeys, keyAttributes, keys } from '../../../lib/dynamodb/keys.ts';
import { type Call, ItemTooLarge, StoreUnavailable, tableOf } from '../../../lib/dynamodb/table.ts';

describe('The profile of a location', () => {
  it('has no field by the name of an attribute that is the item\u2019s own', () => {
    const paths = fieldPaths(profile);
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.filter((path) => ownAttributes.includes(path))).toEqual([]);
    expect(ownAttributes).toEqual(expect.arrayContaining([...keyAttributes]));
  });
});

describe('Keys', () => {
  // What a client or an operator may bring, with a liking for the marks of our own keys.
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('#', '%', '2', '3', '5', 'A', 'CONTACT') }));
  const number = fc.maxSafeInteger();

  type Makers = Readonly<Record<string, (...parts: never[]) => object>>;
  /** The name of a maker with parts for it: texts and numbers where it takes either. */
  const callOf = (makers: Makers, partOf: (name: string, index: number) => fc.Arbitrary<string | number>) =>
    fc.constantFrom(...Object.keys(makers)).chain((name) => {
      const parts = Array.from({ length: makers[name]!.length }, (_, index) => partOf(name, index));
      return fc.tuple(fc.constant(name), fc.tuple(...parts));
    });
  const differForDifferentInput = (makers: Makers, call: ReturnType<typeof callOf>) =>
    fc.assert(
      fc.property(call, call, (first, second) => {
        const [key, other] = [first, second].map(([name, parts]) =>
          JSON.stringify(makers[name]!(...(parts as never[]))),
        );
        // A number and its digits are one key, as they are one identifier.
        const same = first.flat().map(String).join('\u0000') === second.flat().map(String).join('\u0000');
        expect(key === other).toBe(same);
      }),
      { numRuns: 5000 },
    );

  it('of items are the same for the same input alone', () =>
    differForDifferentInput(
      keys,
      callOf(keys, () => fc.oneof(text, number)),
    ));

  it('of the index are the same for the same input alone', () => {
    const texts: Readonly<Record<string, readonly number[]>> = { apiKey: [0, 1], meteringKey: [0], account: [0] };
    differForDifferentInput(
      indexKeys,
      callOf(indexKeys, (name, index) => (texts[name]?.includes(index) ? text : number)),
    );
  });

  it('keep their marks to themselves', () => {
    expect(keys.contactByEmail(1, 'a#b%23c')).toEqual({ pk: 'ACCOUNT#1#EMAIL#a%23b%2523c', sk: 'CONTACT' });
    expect(keys.contactByEmail(1, '#').pk).not.toBe(keys.contactByEmail(1, '%23').pk);
  });

  it('of numbers sort as the numbers do', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (a, b) => {
        const [first, second] = [indexKeys.menu(1, a).gsi1sk, indexKeys.menu(1, b).gsi1sk];
        expect(first < second).toBe(a < b);
      }),
    );
  });
});

describe('A transaction', () => {
  const cancelled = (...codes: readonly string[]) =>
    Object.assign(new Error('cancelled'), {
      name: 'TransactionCanceledException',
      CancellationReasons: codes.map((Code) => ({ Code, Message: 'Item size has exceeded the maximum allowed size' })),
    });
  const failing = (...errors: readonly Error[]) => {
    const call = vi.fn(() => Promise.resolve({}));
    for (const error of errors) call.mockImplementationOnce(() => Promise.reject(error));
    return { outcome: tableOf('none', call as unknown as Call).transact([]), call };
  };

  it('that conflicted with another is tried again', async () => {
    const { outcome, call } = failing(cancelled('None', 'TransactionConflict'), cancelled('ThrottlingError'));
    expect(await outcome).toBeUndefined();
    expect(call).toHaveBeenCalledTimes(3);
  });

  it('that conflicts with others again and again is a store that cannot be reached', async () => {
    const { outcome } = failing(...Array.from({ length: 6 }, () => cancelled('TransactionConflict')));
    await expect(outcome).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('whose condition failed says where; one whose item is too large says so', async () => {
    expect(await failing(cancelled('None', 'ConditionalCheckFailed')).outcome).toEqual({ refused: true, failed: [1] });
    await expect(failing(cancelled('ValidationError')).outcome).rejects.toBeInstanceOf(ItemTooLarge);
  });
});
