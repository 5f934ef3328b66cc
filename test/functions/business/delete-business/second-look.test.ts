/** What a request that was cut off wrote below a deleted record, once the removal had passed there. */
import { beforeAll, expect, inject, it } from 'vitest';
import { handler as setSources } from '../../../../functions/campaigns/set-default-review-sources.ts';
import { handler as addLink } from '../../../../functions/competitors/add-aggregation-link.ts';
import { handler as checkIn } from '../../../../functions/contacts/check-in.ts';
import { handler as moveDue } from '../../../../functions/events/move-due.ts';
import { handler as mapIntegration } from '../../../../functions/integrations/map-integration.ts';
import { handler as createSurvey } from '../../../../functions/surveys/create-survey.ts';
import { handler as submitResponse } from '../../../../functions/surveys/submit-response.ts';
import { clock } from '../../../../lib/dynamodb/client/clock.ts';
import { showAgain } from '../../../../lib/dynamodb/stream/tombstones.ts';
import type { Item } from '../../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../../lib/dynamodb/table/keys.ts';
import { dues } from '../../../../lib/subscriptions/repository/due.ts';
import { deleteAccountWithLocations } from '../../../../tools/admin/account-delete.ts';
import { openTarget, type Target } from '../../../../tools/admin/target.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { type Answer, call } from '../../../support/call.ts';
import { behind, losing } from '../../../support/meeting.ts';
import { scan, through } from '../../../support/opened-world.ts';
import { recordingIo } from '../../../tools/admin/recording-io.ts';
import { newFamily, openWorld, remove, sweep, tombstones } from './support.ts';

let table: OpenTable;
let target: Target;
beforeAll(async () => {
  for (const name of ['DELIVERY_QUEUE_URL', 'JOB_QUEUE_URL']) process.env[name] = 'http://localhost:9/queue';
  table = await openWorld();
  target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  return () => target.close();
});

/** Sends a request whose write lands, and is never answered. */
const lostAnswer = async (send: () => Promise<Answer>, work: () => Promise<unknown> = async () => {}) =>
  expect((await through(losing(work, { lands: true }), send)).status).toBe(503);

/** What the stream shows, as it does: each tombstone once, and again when it has changed. */
const streamOf = (numbers: readonly number[]) => {
  const shown = new Set<string>();
  return async (): Promise<void> => {
    for (;;) {
      const nameOf = (item: Item) => `${keyText(item)} ${item.p0} ${item.rounds}`;
      const fresh = (await tombstones(...numbers)).filter((item) => !shown.has(nameOf(item)));
      if (fresh.length === 0) return;
      for (const item of fresh) shown.add(nameOf(item));
      await sweep(fresh.map((item) => Number(item.number)));
    }
  };
};

const twoMinutesLater = async (times = 1): Promise<void> => {
  const real = clock.now;
  clock.now = () => real() + times * 121_000;
  try {
    await moveDue({}, { getRemainingTimeInMillis: () => 20_000 });
  } finally {
    clock.now = real;
  }
};

const STAYS = ['tombstone', 'owner', 'auditTrace', 'removalDue'];
const leftOf = async (n: number) =>
  (await scan()).filter(({ type, accountNumber }) => accountNumber === n && !STAYS.includes(String(type)));
const dueOf = async (n: number) =>
  (await scan()).filter(({ type, of }) => type === 'removalDue' && String((of as Item).pk).includes(String(n)));

it.each(['check in', 'submit response'])('a contact that %s added goes, though its answer was lost', async (how) => {
  const n = await newFamily();
  const survey = { surveyName: 'How?', pages: [{ questions: [{ title: 'How?', type: 'nps' }] }] };
  const { body } = await call(createSurvey, { path: { businessId: String(n) }, body: survey });
  const email = `late${n}@mail.example`;
  const answers = [{ questionId: 1, value: 9 }];
  const sending = {
    'check in': () => call(checkIn, { query: { bid: String(n + 1) }, body: { name: 'Late', emailId: email } }),
    'submit response': () =>
      call(submitResponse, {
        path: { surveyId: String(body.surveyId) },
        query: { businessId: String(n + 1) },
        body: { answers, customer: { name: 'Late', email } },
      }),
  };
  await deleteAccountWithLocations(target, recordingIo(), { account: n, wait: 1 }).catch(() => {});
  const numbers = [n, n + 1, n + 2];
  // The contacts of the account were listed and removed by then.
  const isPassed = (operation: string, input: string) =>
    operation === 'Query' && input.includes(`ACCOUNT#${n}#PACKED_INDEX`);
  let isSent = false;
  const sendLate = async () => {
    isSent = true;
    await lostAnswer(sending[how as keyof typeof sending]);
  };
  await through(behind(sendLate, isPassed), streamOf(numbers));
  expect(isSent).toBe(true);
  expect(await leftOf(n)).not.toEqual([]);
  expect(await dueOf(n)).not.toEqual([]);
  await twoMinutesLater();
  await streamOf(numbers)();
  expect(await leftOf(n)).toEqual([]);
  expect(await dueOf(n)).toEqual([]);
});

it('what names a deleted location goes, though the answer of its write was lost', async () => {
  const n = await newFamily();
  const stream = streamOf([n + 1]);
  await lostAnswer(
    () =>
      call(mapIntegration, {
        body: { businessNumber: n + 1, integrationGroupId: n, active: true },
      }),
    async () => {
      expect((await remove(n + 1)).status).toBe(200);
      await stream();
    },
  );
  const named = async () =>
    (await scan()).filter(({ type, businessNumber }) => type === 'integration' && businessNumber === n + 1);
  expect(await named()).toHaveLength(1);
  await twoMinutesLater();
  await stream();
  expect(await named()).toEqual([]);
});

it('a removal that was continued meanwhile looks again until nothing has gone on for two minutes', async () => {
  const n = await newFamily();
  const stream = streamOf([n + 1]);
  expect((await remove(n + 1)).status).toBe(200);
  await stream();
  const roundsOf = async () => Number((await tombstones(n + 1))[0]?.rounds ?? 0);
  await showAgain(table, (await tombstones(n + 1))[0]!);
  await stream();
  for (const [times, rounds] of [
    [1, 2],
    [2, 3],
    [3, 3],
  ] as const) {
    await twoMinutesLater(times);
    await stream();
    expect([times, await roundsOf(), (await dueOf(n + 1)).length]).toEqual([times, rounds, times === 1 ? 1 : 0]);
  }
});

it('removals look again, though deliveries that are due can not be queued', async () => {
  const n = await newFamily();
  expect((await remove(n + 1)).status).toBe(200);
  await streamOf([n + 1])();
  const [partnerId, subscriptionId, webhookId] = ['ours', 'sub_2s_00_0000000000000000', 'wh_0000000000000000'];
  const message = { partnerId, subscriptionId, webhookId, deliveryId: 'd', turn: 1 };
  await dues(table).put(message, clock.now());
  await expect(twoMinutesLater()).rejects.toThrow();
  expect(await dueOf(n + 1)).toEqual([]);
  expect((await tombstones(n + 1)).map(({ rounds }) => rounds)).toEqual([1]);
  const { pk, sk } = (await scan()).find(({ type }) => type === 'due')!;
  await table.remove({ Key: { pk: String(pk), sk: String(sk) } });
});

it('the review sources of a location go, though its account was gone with it when they were written', async () => {
  const n = await newFamily();
  const stream = streamOf([n, n + 1, n + 2]);
  await lostAnswer(
    () => call(setSources, { body: { resellerId: n, businessIds: [n + 1], sources: ['alpha'] } }),
    async () => {
      await deleteAccountWithLocations(target, recordingIo(), { account: n, wait: 1 }).catch(() => {});
      await stream();
    },
  );
  expect((await leftOf(n)).map(({ type }) => type)).toContain('reviewSources');
  await twoMinutesLater();
  await stream();
  expect(await leftOf(n)).toEqual([]);
});

it('no link comes to a competitor whose account is gone', async () => {
  const n = await newFamily();
  await deleteAccountWithLocations(target, recordingIo(), { account: n, wait: 1 }).catch(() => {});
  let answer: Answer | undefined;
  const addLate = async () => {
    answer = await call(addLink, {
      path: { compAccountId: String(n + 3), businessNumber: String(n + 1) },
      body: { sourceAlias: 'alpha', url: 'https://alpha.example/late' },
    });
  };
  const isRead = (operation: string, input: string) => operation === 'Query' && input.includes(`COMPETITOR#${n + 3}`);
  await through(behind(addLate, isRead), () => sweep([n]));
  expect([answer?.status, answer?.body.code]).toEqual([404, 1011]);
  expect(
    (await scan()).filter(({ pk, url }) => url !== undefined && String(pk).includes(`COMPETITOR#${n + 3}`)),
  ).toEqual([]);
});
