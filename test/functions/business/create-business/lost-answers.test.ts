/** Creations whose calls are lost, late or repeated on the way to the table: each is made once or not at all. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Call, CallError } from '../../../../lib/dynamodb/client/call.ts';
import { random } from '../../../../lib/dynamodb/client/clock.ts';
import type { Answer } from '../../../support/call.ts';
import { runs } from '../../../support/chosen.ts';
import { itemsOf } from '../../../support/data-files.ts';
import { through } from '../../../support/opened-world.ts';
import { accountKey, below, create, newAccount, openWorld, outcomes, SHOP } from './support.ts';

let table: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  table = await openWorld();
  // Each 503 is logged.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterAll(() => vi.restoreAllMocks());

/**
 * What becomes of a transaction: `before`, it never arrives; `after`, it lands and the response is lost; `twice`, it lands and
 * is sent again, by a table that has forgotten its token; `late`, it arrives when the request has been answered.
 */
type Fate = 'well' | 'before' | 'after' | 'twice' | 'late';

const lost = () => new CallError('lost', { name: 'TimeoutError', attempts: 3, uncertain: true });
const withoutToken = (input: object) => ({ ...input, ClientRequestToken: undefined });

/** A client whose transactions meet these fates, one after the other. */
const fated = (fates: readonly Fate[], late: (() => Promise<unknown>)[] = []) => {
  const left = [...fates];
  return (call: Call): Call =>
    async (operation, input, options) => {
      const fate = operation === 'TransactWriteItems' ? (left.shift() ?? 'well') : 'well';
      if (fate === 'well') return call(operation, input, options);
      if (fate === 'late') late.push(() => call(operation, withoutToken(input)));
      if (fate === 'before' || fate === 'late') throw lost();
      await call(operation, withoutToken(input), options).catch(() => undefined);
      if (fate === 'after') throw lost();
      try {
        return await call(operation, withoutToken(input), options);
      } catch (error) {
        const { message, name, reasons, cause } = error as CallError;
        throw new CallError(message, { name, reasons, cause, attempts: 2, uncertain: true });
      }
    };
};

describe('a transaction', () => {
  it.each([
    ['lands, and its response is lost', 'after', 200, 1],
    ['is refused on its own result', 'twice', 200, 1],
    ['never arrives', 'before', 503, 0],
  ] as const)('that %s', async (_, fate, expected, count) => {
    for (const more of [{}, { headers: { 'Idempotency-Key': `lost-${fate}` } }]) {
      const account = await newAccount();
      const first = await through(fated([fate]), () => create(account, SHOP, more));
      const found = await below(account);
      expect([first.status, found.length]).toEqual([expected, count]);
      if (first.status === 200) expect(found.map(({ gsi1sk }) => Number(gsi1sk))).toEqual([first.body.businessId]);
      else expect(outcomes([await create(account, SHOP, more)])).toEqual([200]);
    }
  });

  it('that arrives late makes no second business, and lands once where there is none', async () => {
    const account = await newAccount();
    const late: (() => Promise<unknown>)[] = [];
    expect((await through(fated(['late'], late), () => create(account))).status).toBe(503);
    expect((await create(account)).status).toBe(200);
    await expect(late[0]!()).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    expect(await below(account)).toHaveLength(1);

    const other = await newAccount();
    expect((await through(fated(['late'], late), () => create(other))).status).toBe(503);
    await late[1]!();
    expect(outcomes([await create(other)])).toEqual([2156]);
    // Deleted, it does not come back, although its creation has expired: its number has an owner.
    for (const item of await itemsOf(table)) {
      if (item.type === 'creation') await table.remove({ Key: { pk: item.pk, sk: item.sk } as never });
    }
    const [{ pk, sk } = {}] = await below(other);
    await table.remove({ Key: { pk, sk } as never });
    await expect(late[1]!()).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    expect(await below(other)).toHaveLength(0);
  });

  it('of unknown fate is no refusal where the account was switched off meanwhile', async () => {
    const account = await newAccount();
    const switchOff = () =>
      table.update({
        Key: accountKey('ours', account),
        UpdateExpression: 'SET #s = :s',
        ExpressionAttributeNames: { '#s': 'status' },
        ExpressionAttributeValues: { ':s': 'inactive' },
      });
    const meanwhile = (call: Call): Call => {
      let isFirst = true;
      return async (operation, input, options) => {
        if (operation !== 'TransactWriteItems' || !isFirst) return call(operation, input, options);
        isFirst = false;
        await switchOff();
        // The first try of the call may be under way yet.
        return call(operation, input, options).catch((error: CallError) => {
          throw new CallError(error.message, { ...error, name: error.name, uncertain: true });
        });
      };
    };
    expect((await through(meanwhile, () => create(account))).status).toBe(503);
    expect(outcomes([await create(account)])).toEqual([1184]);
  });
});

describe('a number that is taken', () => {
  it('is drawn again', async () => {
    const { hex } = random;
    const account = await newAccount();
    // A number, its mark, the same number again, its mark.
    const drawn = ['00000000000000ff', 'a'.repeat(16), '00000000000000ff', 'b'.repeat(16)];
    random.hex = (length) => drawn.shift() ?? hex(length);
    try {
      const answers: Answer[] = [await create(account), await create(account, { ...SHOP, businessName: 'Another' })];
      expect(outcomes(answers)).toEqual([200, 200]);
      expect(answers[0]!.body.businessId).toBe(100_000_000_000_255);
      expect(answers[1]!.body.businessId).not.toBe(100_000_000_000_255);
    } finally {
      random.hex = hex;
    }
  });
});

it('whatever becomes of the calls, every 200 is one business, and no business is without one or a 503', async () => {
  const fate = fc.constantFrom<Fate>('well', 'before', 'after', 'twice', 'late');
  const request = fc.record({ shop: fc.integer({ min: 0, max: 2 }), key: fc.option(fc.integer({ min: 0, max: 1 })) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fate, { maxLength: 8 }),
      fc.array(request, { minLength: 1, maxLength: 5 }),
      async (fates, asked) => {
        const account = await newAccount();
        const late: (() => Promise<unknown>)[] = [];
        const answers = await through(fated(fates, late), () =>
          Promise.all(
            asked.map(({ shop, key }) =>
              create(
                account,
                { ...SHOP, businessName: `Shop ${shop}` },
                key === null ? {} : { headers: { 'Idempotency-Key': `${account}-${shop}-${key}` } },
              ),
            ),
          ),
        );
        for (const send of late) await send().catch(() => undefined);
        const found = await below(account);
        const created = new Set(answers.flatMap(({ body }) => body.businessId ?? []));
        expect(new Set(found.map(({ name }) => name)).size).toBe(found.length);
        const numbers = found.map(({ gsi1sk }) => Number(gsi1sk));
        expect(numbers).toEqual(expect.arrayContaining([...created]));
        const unknown = answers.filter(({ status }) => status === 503).length;
        expect(found.length - created.size).toBeLessThanOrEqual(unknown);
        for (const code of outcomes(answers)) expect([200, 2156, 503]).toContain(code);
      },
    ),
    { numRuns: runs(8, 60) },
  );
});
