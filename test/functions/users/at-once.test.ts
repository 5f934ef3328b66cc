/** Users written at once, and by calls that are lost, late or repeated: the last owner stays, and no one is there twice. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { answerOf } from '../../support/call.ts';
import { runs } from '../../support/chosen.ts';
import { under } from '../../support/expected.ts';
import { type Fate, fated } from '../../support/fated.ts';
import { scan, through } from '../../support/opened-world.ts';
import {
  create,
  created,
  details,
  expectWhole,
  list,
  listed,
  newAccount,
  newEmail,
  remove,
  update,
  useUsers,
} from './support.ts';

useUsers();
beforeAll(() => {
  // Each 503 is logged.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return () => vi.restoreAllMocks();
});

const codes = (answers: readonly { status: number; body: { code?: number } }[]) =>
  answers.map(({ status, body }) => (status === 200 ? 200 : body.code)).toSorted();

describe('at once', () => {
  it('of two demotions, removals, or one of each, of the last two owners one wins', async () => {
    for (let round = 0; round < runs(3, 12); round++) {
      const n = await newAccount();
      const [a, b] = [await created(n, { userRole: 'owner' }), await created(n, { userRole: 'owner' })];
      const more = round % 2 === 0 ? {} : under(`demoted-${n}`);
      const demoted = (email: string, each = {}) => update(n, email, { userRole: 'editor' }, each);
      const pairs = [
        () => [demoted(a, more), demoted(b)],
        () => [remove(n, a, more), remove(n, b)],
        () => [demoted(a, more), remove(n, b)],
      ];
      const answers = await Promise.all(pairs[round % pairs.length]!());
      expect(codes(answers)).toEqual([1184, 200].toSorted());
      const roles = (await list(n)).body.users.map(({ userRole }: { userRole: string }) => userRole);
      expect(roles.filter((role: string) => role === 'owner')).toHaveLength(1);
    }
  });

  it('of five owners four can go', async () => {
    const n = await newAccount();
    const emails: string[] = [];
    for (let index = 0; index < 5; index++) emails.push(await created(n, { userRole: 'owner' }));
    const answers = await Promise.all(emails.map((email) => update(n, email, { userRole: 'viewer' })));
    expect(codes(answers)).toEqual([1184, 200, 200, 200, 200].toSorted());
  });

  it('one person is created once on an account, and is one person on several', async () => {
    const [n, m] = [await newAccount(), await newAccount()];
    const userEmailId = newEmail();
    const body = { userEmailId, userRole: 'viewer' };
    const spelled = { ...body, userEmailId: userEmailId.toUpperCase() };
    const answers = await Promise.all([
      create(n, body),
      create(n, spelled),
      create(m, body),
      create(n, body),
      create(m, spelled),
    ]);
    expect(codes(answers)).toEqual([1160, 1160, 1160, 200, 200].toSorted());
    expect((await details({ email: userEmailId })).body.businessList).toHaveLength(2);
    const removed = await Promise.all([remove(n, userEmailId), remove(m, userEmailId)]);
    expect(codes(removed)).toEqual([200, 200]);
    expect((await details({ email: userEmailId })).body.code).toBe(1189);
  });

  it('twenty people are all created, also under keys, and a key stands for one', async () => {
    const n = await newAccount();
    const emails = Array.from({ length: 20 }, newEmail);
    const one = (userEmailId: string, index: number) =>
      create(n, { userEmailId, userRole: 'owner' }, index % 2 === 0 ? under(`many-${n}-${index}`) : {});
    expect(codes(await Promise.all([...emails, emails[0]!].map((email, index) => one(email, index % 20))))).toEqual(
      Array(21).fill(200),
    );
    expect((await list(n)).body.totalCount).toBe(20);
  });
});

describe('a transaction', () => {
  it.each([
    ['never arrives', 'before', 503, 0],
    ['lands, and its response is lost', 'after', 503, 1],
    ['is refused on its own result', 'twice', 200, 1],
  ] as const)('that %s', async (_, fate, status, count) => {
    for (const keyed of [false, true]) {
      const n = await newAccount();
      const body = { userEmailId: newEmail(), userRole: 'owner' };
      const more = keyed ? under(`fate-${fate}`.concat(String(n))) : {};
      expect((await through(fated([fate]), () => create(n, body, more))).status).toBe(status);
      expect((await list(n)).body.totalCount).toBe(count);
      if (keyed) expect(await answerOf(create(n, body, more))).toEqual({ status: 200, body: {} });
    }
  });

  it('that arrives late brings no one back, and demotes no one who was written since', async () => {
    const n = await newAccount();
    const late: (() => Promise<unknown>)[] = [];
    const refusedLate = async () => {
      await expect(late.shift()!()).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    };
    const [first, second] = [await created(n, { userRole: 'owner' }), newEmail()];
    const body = { userEmailId: second, userRole: 'owner' };
    expect((await through(fated(['late'], late), () => create(n, body))).status).toBe(503);
    expect((await create(n, body)).status).toBe(200);
    expect((await remove(n, second)).status).toBe(200);
    await refusedLate();
    expect((await create(n, body)).status).toBe(200);
    for (const write of [
      () => update(n, second, { userRole: 'viewer' }),
      () => remove(n, second),
      () => update(n, second, { user: { firstName: 'Late' } }),
    ]) {
      expect((await through(fated(['late'], late), write)).status).toBe(503);
      await update(n, second, { notification: { reviewAlert: 1 } });
      await update(n, second, { notification: { reviewAlert: 0 } });
      await refusedLate();
    }
    expect(await listed(n, second)).toMatchObject({ userRole: 'owner', firstName: '' });
    expect(await listed(n, first)).toMatchObject({ userRole: 'owner' });
  });
});

it('whatever becomes of the calls, each answer is true, and an account that had an owner has one', async () => {
  const fate = fc.constantFrom<Fate>('well', 'well', 'before', 'after', 'twice', 'late');
  const act = fc.record({
    what: fc.constantFrom('create', 'demote', 'promote', 'remove'),
    who: fc.integer({ min: 0, max: 2 }),
    keyed: fc.boolean(),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fate, { maxLength: 8 }),
      fc.array(act, { minLength: 1, maxLength: 6 }),
      async (fates, acts) => {
        run++;
        const n = await newAccount();
        const emails = [await created(n, { userRole: 'owner' }), await created(n, { userRole: 'owner' }), newEmail()];
        const late: (() => Promise<unknown>)[] = [];
        const answers = await through(fated(fates, late), () =>
          Promise.all(
            acts.map(({ what, who, keyed }, index) => {
              const email = emails[who]!;
              const more = keyed ? under(`run-${run}-${n}-${index}`) : {};
              if (what === 'create') return create(n, { userEmailId: email, userRole: 'owner' }, more);
              if (what === 'remove') return remove(n, email, more);
              return update(n, email, { userRole: what === 'demote' ? 'viewer' : 'owner' }, more);
            }),
          ),
        );
        for (const send of late) await send().catch(() => undefined);
        for (const code of codes(answers)) expect([200, 409, 503, 1160, 1184, 1188, 1189]).toContain(code);
        const { totalCount, users } = (await list(n)).body;
        expect(users).toHaveLength(totalCount);
        expect(users.filter(({ userRole }: { userRole: string }) => userRole === 'owner').length).toBeGreaterThan(0);
        expect(new Set(users.map(({ emailId }: { emailId: string }) => emailId)).size).toBe(totalCount);
        await expectWhole();
      },
    ),
    { numRuns: runs(6, 60) },
  );
  expect((await scan()).length).toBeGreaterThan(50);
});
