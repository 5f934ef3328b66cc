/** POST /v1/customer-v2/change-permission: who is meant, what it sets, and when it is done once. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import { answerOf } from '../../support/call.ts';
import { refused } from '../../support/expected.ts';
import { before } from '../../support/meeting.ts';
import { bring, openWorld, through } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import { activityOf, contactOf, get, newEmail, optOutsOf, permit, saved, standing } from './writes.ts';

beforeAll(() => openWorld());

const at = [101];

const answered = (body: boolean) => ({ status: 200, body });
const flagsOf = async (id: number) => {
  const { emailOtin, smsOptin } = await contactOf(id);
  return [emailOtin, smsOptin];
};

describe('what it sets', () => {
  it.each([
    ['both-subscribed', [true, true], []],
    ['both-unsubscribed', [false, false], ['EMAIL', 'TEXT']],
    ['sms-subscribed', [false, true], ['EMAIL']],
    ['email-subscribed', [true, false], ['TEXT']],
  ] as const)('%s', async (permission, flags, out) => {
    const email = newEmail();
    const id = await saved({ email, emailOptin: false, smsOptin: false, businessIds: at });
    expect(await answerOf(permit({ permission, email: [email.toUpperCase()] }))).toEqual(answered(true));
    expect([await flagsOf(id), await optOutsOf(id)]).toEqual([flags, out]);
    const before = await standing();
    expect(await answerOf(permit({ permission, email: [email] }))).toEqual(answered(true));
    expect(await standing()).toEqual(before);
  });

  it('has a time for each channel, of when it was left', async () => {
    const email = newEmail();
    const id = await saved({ email, emailOptin: true, smsOptin: false, businessIds: at });
    await permit({ permission: 'both-unsubscribed', email });
    const stored = [...(await standing()).values()].find(
      ({ type, contact }) => type === 'contact' && (contact as { id: number }).id === id,
    )!;
    const { emailOptedOutAt, smsOptedOutAt, lastActivityAt } = stored.contact as Record<string, string>;
    expect(emailOptedOutAt).toBe(lastActivityAt);
    expect(smsOptedOutAt! < emailOptedOutAt!).toBe(true);
    expect(await activityOf(id)).toEqual([['created', 'opted-out'], ['opted-out']]);
  });
});

describe('who is meant', () => {
  it('whoever has one of the emails or phones; no one is false', async () => {
    const email = newEmail();
    const [first, second, third] = [
      await saved({ email, businessIds: at }),
      await saved({ phone: '650 555 0701', businessIds: at }),
      await saved({ phone: '0491 570 158', countryCode: 'AU', businessIds: at }),
    ];
    const body = {
      permission: 'both-subscribed',
      email: [email, 'unknown@mail.example'],
      phone: '+16505550701, 0491570158',
    };
    expect(await answerOf(permit(body))).toEqual(answered(true));
    for (const id of [first, second, third]) expect(await flagsOf(id)).toEqual([true, true]);
    const before = await standing();
    const unknown = { permission: 'both-unsubscribed', email: 'unknown@mail.example', phone: '650 555 9999' };
    expect(await answerOf(permit(unknown))).toEqual(answered(false));
    expect(
      await answerOf(permit({ ...body, permission: 'both-unsubscribed' }, { query: { validateOnly: 'true' } })),
    ).toEqual(answered(true));
    expect(await standing()).toEqual(before);
  });

  it('of a location those that are mapped to it', async () => {
    const [here, there] = [newEmail(), newEmail()];
    const inside = await saved({ email: here, businessIds: [103] });
    const outside = await saved({ email: there, businessIds: [101] });
    const body = { permission: 'both-subscribed', accountNumber: '103' };
    expect(await answerOf(permit({ ...body, email: [here, there] }))).toEqual(answered(true));
    expect([await flagsOf(inside), await flagsOf(outside)]).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(await answerOf(permit({ ...body, email: [there] }))).toEqual(answered(false));
  });

  it('up to a hundred, each once', async () => {
    const people = Array.from({ length: 60 }, (_, index) => ({
      id: 90_000 + index,
      email: `many${index}@mail.example`,
      phone: `650 555 ${8000 + index}`,
    }));
    await bring(people.map((contact) => ({ type: 'contact', accountNumber: 100, contact })));
    const body = {
      permission: 'both-subscribed',
      email: people.map(({ email }) => email),
      phone: people.slice(0, 40).map(({ phone }) => phone),
    };
    expect(await answerOf(permit(body))).toEqual(answered(true));
    for (const { id } of people) expect((await get({ id })).headers.ETag).toBe('"2"');
    expect(await answerOf(permit({ ...body, phone: [...body.phone, '1'] }))).toEqual(
      refused(400, 400, 'email and phone must have at most 100 items together'),
    );
  });
});

describe('is refused', () => {
  const email = 'ada@mail.example';
  const permission = 'both-unsubscribed';
  it.each([
    [{ email }, refused(400, 400, 'permission is required')],
    [
      { permission: 'sms-unsubscribed', email },
      refused(
        400,
        400,
        'permission must be one of both-subscribed, both-unsubscribed, sms-subscribed, email-subscribed',
      ),
    ],
    [{ permission }, refused(400, 400, 'email or phone is required')],
    [{ permission, email: [], phone: '' }, refused(400, 400, 'email or phone is required')],
    [{ permission, email: [{}] }, refused(400, 400, 'email[0] must be a string')],
  ])('%j', async (body, expected) => {
    const before = await standing();
    expect(await answerOf(permit(body))).toEqual(expected);
    expect(await standing()).toEqual(before);
  });

  it.each(['x', 0, null, undefined, 201, 200, 999, 1.5])('for accountNumber %j', async (accountNumber) => {
    const answer = await answerOf(permit({ permission, email, accountNumber }));
    expect(answer).toEqual(refused(404, 1011, 'Business id is invalid'));
  });

  it('for another partner', async () => {
    expect((await permit({ permission, email }, { key: KEYS.theirs })).body.code).toBe(1011);
  });
});

describe('under an idempotency key', () => {
  it('is applied the first time, whatever is written in between', async () => {
    const email = newEmail();
    const id = await saved({ email, emailOptin: true, smsOptin: true, businessIds: at });
    const isTheirs = (operation: string, input: string) =>
      operation === 'TransactWriteItems' && input.includes(`#CONTACT#${id}`);
    const inBetween = before(() => saved({ id, firstName: 'In between' }), isTheirs);
    const headers = { 'Idempotency-Key': 'permit-0' };
    const body = { permission: 'both-unsubscribed', email: [email] };
    expect(await answerOf(through(inBetween, () => permit(body, { headers })))).toEqual(answered(true));
    expect([await flagsOf(id), (await contactOf(id)).firstName]).toEqual([[false, false], 'In between']);
  });

  it('goes on where it was cut off, and undoes nothing that came later', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const emails = [newEmail(), newEmail(), newEmail()];
    const ids = await Promise.all(emails.map((email) => saved({ email, businessIds: at })));
    const [first, , third] = ids.toSorted((a, b) => a - b);
    const headers = { 'Idempotency-Key': 'permit-1' };
    const body = { permission: 'both-subscribed', email: emails };
    const cut = await through(
      (next) => async (operation, input, options) => {
        const isOne = operation === 'TransactWriteItems' && JSON.stringify(input).includes(`#CONTACT#${third}`);
        if (!isOne) return next(operation, input, options);
        // The others are written meanwhile: once the request is answered nothing of it goes on.
        while (!(await flagsOf(first!))[0]) await new Promise((resolve) => setTimeout(resolve, 5));
        throw new StoreUnavailable('it is down');
      },
      () => permit(body, { headers }),
    );
    expect(cut.status).toBe(503);
    expect([await flagsOf(first!), await flagsOf(third!)]).toEqual([
      [true, true],
      [false, false],
    ]);
    await saved({ id: first, emailOptin: false });
    expect(await answerOf(permit(body, { headers }))).toEqual(answered(true));
    expect([await flagsOf(first!), await flagsOf(third!)]).toEqual([
      [false, true],
      [true, true],
    ]);
    await saved({ id: third, smsOptin: false });
    const again = await permit(body, { headers });
    expect([again.body, again.headers['Idempotent-Replayed']]).toEqual([true, 'true']);
    expect(await flagsOf(third!)).toEqual([true, false]);
  });
});
