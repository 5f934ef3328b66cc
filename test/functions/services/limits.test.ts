/** A thousand services of an account; names that are created at once, with lost answers. */
import { beforeAll, expect, it } from 'vitest';
import { serviceIdOf, serviceItem } from '../../../lib/services/repository/service.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import type { Answer } from '../../support/call.ts';
import { answerOf } from '../../support/call.ts';
import { refusal, under } from '../../support/expected.ts';
import { type Fate, fated } from '../../support/fated.ts';
import { losing } from '../../support/meeting.ts';
import { openWorld, scan, through } from '../../support/opened-world.ts';
import { putItems } from '../../support/put-items.ts';
import { created, creating, deleting, ids, listing, newAccount } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const countOf = async (account: number) =>
  (await scan()).find(({ type, accountNumber }) => type === 'serviceCounts' && accountNumber === account)?.n;

it('an account has a thousand services, and not one more', async () => {
  const n = await newAccount();
  const owner = { partnerId: 'ours', accountNumber: n };
  const name = (index: number) => `Service ${index}`;
  const item = (index: number) =>
    serviceItem(owner, {
      serviceId: serviceIdOf(n, name(index)),
      name: name(index),
      updatedOn: '2026-02-14T09:00:00.000Z',
    });
  const first = await created(n, { name: name(0) });
  await putItems(
    table,
    Array.from({ length: 997 }, (_, index) => item(index + 1)),
  );
  await table.update({
    Key: { pk: String(item(1).pk), sk: 'COUNTS' },
    UpdateExpression: 'SET n = :n',
    ExpressionAttributeValues: { ':n': 998 },
  });
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => creating(n, { name: `Late ${index}` })));
  expect(answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()).toSorted()).toEqual([
    '200',
    '200',
    '400 2487',
    '400 2487',
    '400 2487',
    '400 2487',
  ]);
  expect(await answerOf(creating(n, { name: name(3) }))).toEqual(refusal(2493));
  expect(await ids(n, { pageSize: '1000' })).toHaveLength(1000);
  expect((await listing(n, { startIndex: '990', pageSize: '1000' })).body).toMatchObject({ totalCount: 1000 });
  await deleting(n, [first]);
  await created(n, { name: 'One more' });
  expect(await answerOf(creating(n, { name: 'Too many' }))).toEqual(refusal(2487));
});

const FATES: readonly Fate[] = ['before', 'after', 'twice', 'late', 'well'];

/** Sends a request until it is answered with anything but 503. */
const untilAnswered = async (send: () => Promise<Answer>): Promise<Answer> => {
  for (let tries = 0; tries < 40; tries++) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
  throw new Error('no answer');
};

it('of fifty creations of one name at once, with lost answers, one wins', async () => {
  const n = await newAccount();
  const late: (() => Promise<unknown>)[] = [];
  const fates = Array.from({ length: 60 }, (_, index) => FATES[index % FATES.length]!);
  const answers = await through(fated(fates, late), () =>
    Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const more = index % 2 ? under(`name-${n}-${index}`) : {};
        return untilAnswered(() => creating(n, { name: index % 3 ? 'Tea' : ' TEA ', duration: index + 1 }, more));
      }),
    ),
  );
  await Promise.allSettled(late.map((send) => send()));
  const statuses = answers.map(({ status, body }) => (status === 200 ? body.serviceId : body.code));
  const [serviceId] = await ids(n);
  expect(statuses.filter((each) => each !== 2493).length).toBeLessThanOrEqual(1);
  expect(statuses.filter((each) => each !== 2493 && each !== serviceId)).toEqual([]);
  expect((await listing(n)).body.totalCount).toBe(1);
  expect(await countOf(n)).toBe(1);
  // No late try of a creation restores what was deleted since.
  await deleting(n, [serviceId!]);
  await Promise.allSettled(late.map((send) => send()));
  expect((await listing(n)).body.totalCount).toBe(0);
  expect(await countOf(n)).toBe(0);
});

it('fifty creations of different names at once, with lost answers, are counted once each', async () => {
  const n = await newAccount();
  const fates = Array.from({ length: 30 }, (_, index) => FATES[index % 3]!);
  const answers = await through(fated(fates), () =>
    Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        untilAnswered(() => creating(n, { name: `Tea ${index}` }, under(`names-${n}-${index}`))),
      ),
    ),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect((await listing(n)).body.totalCount).toBe(50);
  expect(await countOf(n)).toBe(50);
});

it('a deletion that never arrived, of what another request has deleted, holds for its key', async () => {
  const n = await newAccount();
  const serviceId = await created(n, { name: 'Tea' });
  const key = under(`gone-${n}`);
  const rival = async () => expect((await deleting(n, [serviceId])).status).toBe(200);
  const first = await through(losing(rival, { lands: false }), () => deleting(n, [serviceId], key));
  expect([first.status, first.headers['Idempotent-Replayed']]).toEqual([200, undefined]);
  const again = await deleting(n, [serviceId], key);
  expect([again.status, again.body, again.headers['Idempotent-Replayed']]).toEqual([200, first.body, 'true']);
  expect(await countOf(n)).toBe(0);
});
