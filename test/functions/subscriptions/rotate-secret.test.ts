import { afterEach, beforeAll, expect, it } from 'vitest';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { liveSecrets, secretsFrom } from '../../../lib/subscriptions/repository/secrets.ts';
import { answerOf } from '../../support/call.ts';
import { under } from '../../support/expected.ts';
import { forgetReplies, scan, through } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import { DRY, interfering, newAccount, openWorld, remove, rotate, secretsAt, subscribed } from './support.ts';

beforeAll(async () => {
  await openWorld();
});
const { now } = clock;
afterEach(() => {
  clock.now = now;
});

const HOUR = 3_600_000;
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const NOT_FOUND = { status: 404, body: { code: 1005, message: 'Subscription not found' } };

const made = async () => subscribed(await newAccount());
/** What signs so many hours from now. */
const liveAfter = async (id: string, hours: number) =>
  liveSecrets(secretsFrom((await secretsAt(id))!), now() + hours * HOUR);

it.each([
  [undefined, 24],
  [{}, 24],
  [{ overlapHours: '2' }, 2],
  [{ overlapHours: 168 }, 168],
])('%j: both sign for so long', async (body, hours) => {
  const { id, secret } = await made();
  const { status, body: reply } = await rotate(id, body);
  expect({ status, reply }).toEqual({ status: 200, reply: { secret: expect.stringMatching(SECRET) } });
  expect(reply.secret).not.toBe(secret);
  expect(await liveAfter(id, hours - 0.1)).toEqual([reply.secret, secret]);
  expect(await liveAfter(id, hours + 0.1)).toEqual([reply.secret]);
});

it('0 ends the one before at once', async () => {
  const { id } = await made();
  const { body } = await rotate(id, { overlapHours: 0 });
  expect(await liveAfter(id, 0)).toEqual([body.secret]);
  expect((await secretsAt(id))?.secrets).toHaveLength(1);
});

it('two at most are kept: the oldest one ends', async () => {
  const { id } = await made();
  const { body: second } = await rotate(id);
  const { body: third } = await rotate(id);
  expect(await liveAfter(id, 0)).toEqual([third.secret, second.secret]);
});

it('ten at once: each is answered a secret of its own, and the newest two are kept', async () => {
  const { id } = await made();
  const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(id)));
  const landed = answers.filter(({ status }) => status === 200).map(({ body }) => body.secret);
  for (const { status } of answers) expect([200, 409]).toContain(status);
  expect(new Set(landed).size).toBe(landed.length);
  const live = await liveAfter(id, 0);
  expect(landed).toContain(live[0]);
  expect(live.length).toBe(2);
});

it('is 409 where others change it each time', async () => {
  const { id, secret } = await made();
  const answer = await through(
    interfering(({ pk }) => pk.endsWith(id)),
    () => rotate(id),
  );
  expect(answer).toMatchObject({ status: 409, body: { code: 409 } });
  expect(await liveAfter(id, 0)).toEqual([secret]);
});

it('under a key a repetition shows the same, kept with the secrets', async () => {
  const { id } = await made();
  const first = await rotate(id, {}, under('rotation'));
  expect((await rotate(id, {}, under('rotation'))).body).toEqual(first.body);
  expect(await liveAfter(id, 0)).toHaveLength(2);
  const others = (await scan()).filter(({ pk }) => !String(pk).startsWith('SECRET#'));
  expect(JSON.stringify(others)).not.toContain('whsec_');
});

it('under a key whose response was lost it shows the secret that was made', async () => {
  const { id } = await made();
  const first = await rotate(id, {}, under(`lost-${id}`));
  await forgetReplies();
  expect((await rotate(id, {}, under(`lost-${id}`))).body).toEqual(first.body);
  expect((await liveAfter(id, 0))[0]).toBe(first.body.secret);
});

it('a dry run makes none', async () => {
  const { id, secret } = await made();
  expect(await answerOf(rotate(id, {}, DRY))).toEqual({ status: 200, body: { secret: '' } });
  expect(await liveAfter(id, 0)).toEqual([secret]);
});

it.each([-1, 169, 1.5, 'x', true])('overlapHours %j: 400', async (overlapHours) => {
  const { id } = await made();
  const message = 'overlapHours must be a whole number from 0 to 168';
  expect(await answerOf(rotate(id, { overlapHours }))).toEqual({ status: 400, body: { code: 400, message } });
});

it('not what is gone, unknown or not ours', async () => {
  const { id } = await made();
  expect(await answerOf(rotate(id, {}, { key: KEYS.theirs }))).toEqual(NOT_FOUND);
  await remove(id);
  expect(await answerOf(rotate(id))).toEqual(NOT_FOUND);
  expect(await answerOf(rotate('sub_2s_00_0000000000000000'))).toEqual(NOT_FOUND);
});
