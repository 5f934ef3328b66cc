/** Users: what is created, listed, changed, refused and removed. */
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../support/call.ts';
import { refused, under } from '../../support/expected.ts';
import { KEYS } from '../../support/world.ts';
import {
  create,
  created,
  details,
  itemsOfUsers,
  list,
  listed,
  newAccount,
  newEmail,
  remove,
  update,
  useUsers,
} from './support.ts';

useUsers();

const DONE = { status: 200, body: {} };
const NO_BUSINESS = refused(404, 1011, 'Business id is invalid');
const NO_USER = refused(404, 1189, 'No user with this email');
const LAST_OWNER = refused(400, 1184, 'A business keeps its last owner');
const NO_LOCATION = refused(404, 1175, 'No business with this id');

describe('a new user', () => {
  it('is in the list and in the details, with all locations unless some are named', async () => {
    const n = await newAccount();
    const [all, some] = [newEmail(), newEmail()];
    const names = { firstName: 'Ida', lastName: 'Berg', phone: '(650) 555-0199' };
    await create(n, { userEmailId: ` ${all} `, userRole: 'owner', locationsNumberAccess: [], ...names });
    // By the number of a location the account is meant.
    await create(n + 1, { userEmailId: some, userRole: 'editor', locationsNumberAccess: [`${n + 2}`, n + 1, n + 2] });
    const { totalCount, users } = (await list(n + 2)).body;
    const common = { userId: expect.any(Number), createdAt: expect.stringMatching(/^20.*Z$/), notification: {} };
    expect([totalCount, users]).toEqual([
      2,
      [
        {
          ...common,
          emailId: all,
          firstName: 'Ida',
          lastName: 'Berg',
          userRole: 'owner',
          entUser: true,
          locationsNumberAccess: [],
        },
        {
          ...common,
          emailId: some,
          firstName: '',
          lastName: '',
          userRole: 'editor',
          entUser: false,
          locationsNumberAccess: [n + 1, n + 2],
        },
      ],
    ]);
    expect(String(users[0].userId)).toMatch(/^[1-9][0-9]{14}$/);
    const expected = {
      userId: users[0].userId,
      emailId: all,
      ...names,
      userRole: 'owner',
      businessList: [{ businessId: n, businessName: `Account ${n}`, businessAlias: '', userRole: 'owner' }],
    };
    expect((await details({ email: all.toUpperCase() })).body).toEqual(expected);
    expect((await details({ userId: String(users[0].userId), email: some })).body).toEqual(expected);
  });

  it('is the same person on all accounts, by the highest role', async () => {
    const [n, m] = [await newAccount(), await newAccount()];
    const email = await created(m, { userRole: 'viewer', firstName: 'Ida', lastName: 'Berg', phone: '1' });
    expect(
      await answerOf(create(n, { userEmailId: email.toLowerCase(), userRole: 'admin', lastName: 'Lund' })),
    ).toEqual(DONE);
    const { businessList, ...person } = (await details({ email })).body;
    expect(person).toEqual({
      userId: expect.any(Number),
      emailId: email,
      firstName: 'Ida',
      lastName: 'Lund',
      phone: '1',
      userRole: 'admin',
    });
    expect(businessList.map(({ businessId, userRole }: Record<string, unknown>) => [businessId, userRole])).toEqual(
      [n, m].toSorted((a, b) => a - b).map((each) => [each, each === n ? 'admin' : 'viewer']),
    );
    expect((await listed(m, email)).lastName).toBe('Lund');
    await remove(n, email);
    expect((await details({ email })).body).toMatchObject({ userRole: 'viewer', businessList: [{ businessId: m }] });
  });

  it.each([
    [{ userEmailId: '', userRole: '', firstName: 'x'.repeat(51) }, 1052, 'User email must not be blank'],
    [{ userRole: 'none' }, 1052, 'User email must not be blank'],
    [{ userEmailId: 'a@b@c', userRole: '' }, 1053, 'User email is invalid'],
    [
      { userEmailId: `${'é'.repeat(29)}@mail.example`, userRole: '' },
      1054,
      'User email must have at most 40 characters',
    ],
    [{ userEmailId: 'a@b', userRole: null, lastName: 'x'.repeat(51) }, 1014, 'User role must not be blank'],
    [{ userEmailId: 'a@b', userRole: 'Owner' }, 1013, 'User role is invalid'],
    [
      { userEmailId: 'a@b', userRole: 'owner', firstName: 'x'.repeat(51), lastName: 'x'.repeat(51) },
      1057,
      'First name must have at most 50 characters',
    ],
    [
      { userEmailId: 'a@b', userRole: 'owner', lastName: 'x'.repeat(51), phone: 'x'.repeat(51) },
      1059,
      'Last name must have at most 50 characters',
    ],
    [{ userEmailId: 'a@b', userRole: 'owner', phone: 'x'.repeat(51) }, 400, 'phone must have at most 50 characters'],
    [
      { userEmailId: 'a@b', userRole: 'owner', locationsNumberAccess: Array(501).fill(101) },
      400,
      'locationsNumberAccess must have at most 500 items',
    ],
  ])('is refused in the order of the fields, also at no account: %#', async (body, code, message) => {
    expect(await answerOf(create(999, body))).toEqual(refused(400, code, message));
  });

  it('of 40 characters, beyond the first plane too, is one', async () => {
    const n = await newAccount();
    const email = `${'𝒩'.repeat(27)}@mail.example`;
    expect(await answerOf(create(n, { userEmailId: email, userRole: 'viewer', firstName: '𝒩'.repeat(50) }))).toEqual(
      DONE,
    );
    expect((await details({ email })).body.emailId).toBe(email);
  });

  it('is refused at what is no account of ours, with locations of none, and a second time', async () => {
    const n = await newAccount();
    const body = { userEmailId: newEmail(), userRole: 'viewer' };
    for (const number of [200, 201, 999]) expect(await answerOf(create(number, body))).toEqual(NO_BUSINESS);
    for (const locations of [[n + 1, 101], [201], [999], [n]])
      expect(await answerOf(create(n, { ...body, locationsNumberAccess: locations }))).toEqual(NO_LOCATION);
    expect(await answerOf(details({ email: body.userEmailId }))).toEqual(NO_USER);
    expect(await answerOf(create(n, body))).toEqual(DONE);
    const again = { ...body, userEmailId: body.userEmailId.toUpperCase() };
    const refusal = await create(n, again);
    expect(await answerOf(refusal)).toEqual(refused(409, 1160, 'User is already on this business'));
    // The same request would be refused again.
    expect(refusal.headers['Retry-After']).toBeUndefined();
    expect(await answerOf(create(n, { ...again, locationsNumberAccess: [999] }))).toEqual(NO_LOCATION);
  });

  it('is not there after a dry run, which checks as a write does', async () => {
    const n = await newAccount();
    const dry = { query: { validateOnly: 'true' } };
    const body = { userEmailId: newEmail(), userRole: 'viewer' };
    expect(await answerOf(create(n, body, dry))).toEqual(DONE);
    expect(await answerOf(create(n, { ...body, locationsNumberAccess: [999] }, dry))).toEqual(NO_LOCATION);
    expect((await list(n)).body).toEqual({ totalCount: 0, users: [] });
  });
});

describe('an update', () => {
  it('changes what is sent', async () => {
    const n = await newAccount();
    const email = await created(n, { firstName: 'Ida', lastName: 'Berg', locationsNumberAccess: [n + 1] });
    const before = await listed(n, email);
    const shown = (more: object) => ({ ...before, ...more });
    for (const [body, more] of [
      [{}, {}],
      [{ userRole: 'admin' }, { userRole: 'admin' }],
      [{ user: { firstName: 'Eva' } }, { userRole: 'admin', firstName: 'Eva' }],
      [
        { user: { lastName: '' }, userRole: 'editor' },
        { userRole: 'editor', firstName: 'Eva', lastName: '' },
      ],
      [
        { notification: { reviewAlert: 'yes', frequency: 'daily', unknownName: 1, smsAlert: 0 } },
        {
          userRole: 'editor',
          firstName: 'Eva',
          lastName: '',
          notification: { reviewAlert: 1, frequency: 'daily', smsAlert: 0 },
        },
      ],
      [
        { notification: { reviewAlert: null, smsAlert: 1 }, locationsNumberAccess: [n + 3, n + 2] },
        {
          userRole: 'editor',
          firstName: 'Eva',
          lastName: '',
          notification: { frequency: 'daily', smsAlert: 1 },
          locationsNumberAccess: [n + 2, n + 3],
        },
      ],
    ] as const) {
      expect(await answerOf(update(n, email.toLowerCase(), body))).toEqual(DONE);
      expect(await listed(n, email)).toEqual(shown(more));
    }
    expect(
      await answerOf(update(n, email, { locationsNumberAccess: [n + 1] }, { query: { entUser: 'true' } })),
    ).toEqual(DONE);
    expect(await listed(n, email)).toMatchObject({ entUser: true, locationsNumberAccess: [] });
    expect(
      await answerOf(update(n, email, { locationsNumberAccess: [n + 1] }, { query: { entUser: 'false' } })),
    ).toEqual(DONE);
    expect(await listed(n, email)).toMatchObject({ entUser: false, locationsNumberAccess: [n + 1] });
  });

  it('that changes nothing writes nothing', async () => {
    const n = await newAccount();
    const email = await created(n, { firstName: 'Ida', locationsNumberAccess: [n + 1] });
    await update(n, email, { notification: { reviewAlert: 1, frequency: 'daily', dailyReport: 0 } });
    const before = await itemsOfUsers();
    const same = {
      userRole: 'viewer',
      user: { firstName: 'Ida' },
      locationsNumberAccess: [n + 1, n + 1],
      notification: { frequency: 'daily', dailyReport: 0 },
    };
    expect(await answerOf(update(n, email, same))).toEqual(DONE);
    expect(await answerOf(update(n, email, same, under(`same-${n}`)))).toEqual(DONE);
    expect(await itemsOfUsers()).toEqual(before);
  });

  it.each([
    [{ locationsNumberAccess: [] }, 'locationsNumberAccess must have at least one location'],
    [{ locationsNumberAccess: '' }, 'locationsNumberAccess must have at least one location'],
    [{ notification: { reviewAlert: 2 } }, 'notification.reviewAlert must be 0 or 1'],
  ])('is refused: %j', async (body, message) => {
    const n = await newAccount();
    expect(await answerOf(update(n, await created(n), body))).toEqual(refused(400, 400, message));
  });

  it.each([{ userRole: '' }, { userRole: 'chef' }])('is refused: %j', async (body) => {
    expect(await answerOf(update(999, 'a@b', body))).toEqual(refused(400, 1013, 'User role is invalid'));
  });

  it('is refused for what is not there or another one’s', async () => {
    const n = await newAccount();
    const email = await created(n);
    expect(await answerOf(update(999, email, {}))).toEqual(NO_BUSINESS);
    for (const other of [newEmail(), 'no email', '']) expect(await answerOf(update(n, other, {}))).toEqual(NO_USER);
    expect(await answerOf(update(100, email, {}))).toEqual(NO_USER);
    expect(await answerOf(update(200, email, {}, { key: KEYS.theirs }))).toEqual(NO_USER);
    expect(await answerOf(update(n, email, { locationsNumberAccess: [201] }))).toEqual(NO_LOCATION);
  });
});

describe('the last owner', () => {
  it('can be neither demoted nor removed, with nor without a dry run, and another one can', async () => {
    const n = await newAccount();
    const [first, second] = [await created(n, { userRole: 'owner' }), await created(n, { userRole: 'owner' })];
    expect(await answerOf(update(n, first, { userRole: 'admin', user: { firstName: 'Eva' } }))).toEqual(DONE);
    for (const more of [{}, { query: { validateOnly: 'true' } }, under(`last-${n}`)]) {
      expect(await answerOf(update(n, second, { userRole: 'viewer' }, more))).toEqual(LAST_OWNER);
    }
    for (const more of [{}, { query: { validateOnly: 'true' } }, under(`gone-${n}`)])
      expect(await answerOf(remove(n, second, more))).toEqual(LAST_OWNER);
    expect(await answerOf(update(n, second, { user: { firstName: 'Eva' } }))).toEqual(DONE);
    expect(await answerOf(update(n, first, { userRole: 'owner' }))).toEqual(DONE);
    expect(await answerOf(remove(n, second))).toEqual(DONE);
    expect((await list(n)).body.totalCount).toBe(1);
  });
});

describe('a removal', () => {
  it('forgets who is on no other account', async () => {
    const n = await newAccount();
    const email = await created(n, { firstName: 'Ida', phone: '(650) 555-0198' });
    const { userId } = (await details({ email })).body;
    expect(await answerOf(remove(n, email, { query: { validateOnly: 'true' } }))).toEqual(DONE);
    expect((await list(n)).body.totalCount).toBe(1);
    expect(await answerOf(remove(n + 1, email.toUpperCase()))).toEqual(DONE);
    for (const query of [{ email }, { userId: String(userId) }])
      expect(await answerOf(details(query))).toEqual(NO_USER);
    expect((await list(n)).body).toEqual({ totalCount: 0, users: [] });
    expect(JSON.stringify(await itemsOfUsers())).not.toMatch(new RegExp(`${email}|${userId}|555-0198`, 'i'));
    expect(await answerOf(remove(n, email))).toEqual(NO_USER);
    // Who comes back is someone new.
    expect(await answerOf(create(n, { userEmailId: email, userRole: 'viewer' }))).toEqual(DONE);
    expect((await details({ email })).body).toMatchObject({ firstName: '', userId: expect.any(Number) });
    expect((await details({ email })).body.userId).not.toBe(userId);
  });

  it('is refused for what is not there', async () => {
    const n = await newAccount();
    const email = await created(100);
    expect(await answerOf(remove(n, email))).toEqual(refused(404, 1188, 'User is not on this business'));
    for (const bid of [999, 200, 'x', '']) expect(await answerOf(remove(bid, email))).toEqual(NO_BUSINESS);
    for (const other of [newEmail(), '']) expect(await answerOf(remove(n, other))).toEqual(NO_USER);
    expect(await answerOf(remove(200, email, { key: KEYS.theirs }))).toEqual(NO_USER);
  });
});

describe('the details', () => {
  it('are one partner’s own, and need an email or an id', async () => {
    const n = await newAccount();
    const email = await created(n);
    const { userId } = (await details({ email })).body;
    for (const query of [{ email }, { userId: String(userId) }])
      expect(await answerOf(details(query, { key: KEYS.theirs }))).toEqual(NO_USER);
    for (const query of [{ userId: 'x' }, { userId: '-1' }, { email: 'x'.repeat(300) }])
      expect(await answerOf(details(query))).toEqual(NO_USER);
    expect(await answerOf(details({}))).toEqual(refused(400, 400, 'email or userId is required'));
    const { body } = await details({}, { headers: { Accept: 'application/problem+json' } });
    expect(body.errors).toMatchObject([{ pointer: '', parameter: 'email' }]);
  });
});

describe('a list', () => {
  it('has pages, the first of 25, and an exact total', async () => {
    const n = await newAccount();
    const emails: string[] = [];
    for (let index = 0; index < 28; index++) emails.push(await created(n));
    const page = async (query: Record<string, string>) => {
      const { totalCount, users } = (await list(n, { query })).body;
      expect(totalCount).toBe(28);
      return users.map(({ emailId }: { emailId: string }) => emailId);
    };
    expect(await page({})).toEqual(emails.slice(0, 25));
    expect(await page({ startIndex: '25' })).toEqual(emails.slice(25));
    expect(await page({ startIndex: '3', pageSize: '2' })).toEqual(emails.slice(3, 5));
    expect(await page({ startIndex: '99900', pageSize: '100' })).toEqual([]);
    const answers = [{ startIndex: '99901', pageSize: '100' }, { startIndex: '-1' }, { pageSize: '0' }];
    expect(await Promise.all(answers.map(async (query) => (await list(n, { query })).body.code))).toEqual([
      2348, 400, 400,
    ]);
  });
});
