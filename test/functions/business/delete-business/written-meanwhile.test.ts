/** What is written while the removal of a deleted account has read, and not yet removed. */
import { beforeAll, expect, inject, it } from 'vitest';
import { handler as checkIn } from '../../../../functions/contacts/check-in.ts';
import { handler as saveContact } from '../../../../functions/contacts/save-contact.ts';
import { handler as createSurvey } from '../../../../functions/surveys/create-survey.ts';
import { handler as submitResponse } from '../../../../functions/surveys/submit-response.ts';
import { handler as createUser } from '../../../../functions/users/create-user.ts';
import { handler as getUser } from '../../../../functions/users/get-user.ts';
import { subscriptionItem } from '../../../../lib/subscriptions/repository/subscription.ts';
import { deleteAccountWithLocations } from '../../../../tools/admin/account-delete.ts';
import { openTarget, type Target } from '../../../../tools/admin/target.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { type Answer, call } from '../../../support/call.ts';
import { behind } from '../../../support/meeting.ts';
import { scan, through } from '../../../support/opened-world.ts';
import { recordingIo } from '../../../tools/admin/recording-io.ts';
import { newFamily, openWorld, remove, sweep } from './support.ts';

let table: OpenTable;
let target: Target;
beforeAll(async () => {
  table = await openWorld();
  target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  return () => target.close();
});

/** Removes an account; behind a read that `isRead` knows, something else is written. */
const removeAround = async (
  n: number,
  isRead: (text: string) => boolean,
  work: () => Promise<Answer>,
): Promise<void> => {
  // Without a stream the command sees no end.
  await deleteAccountWithLocations(target, recordingIo(), { account: n, wait: 1 }).catch(() => {});
  let answer: Answer | undefined;
  const answering = async () => {
    answer = await work();
  };
  const isMeant = (operation: string, input: string) => /Get|Query/.test(operation) && isRead(input);
  await through(behind(answering, isMeant), () => sweep([n]));
  expect(answer?.status, JSON.stringify(answer?.body)).toBe(200);
  for (let round = 0; round < 3; round++) await sweep([n, n + 1, n + 2]);
};

it('a person who is added to another account stays', async () => {
  const [n, other] = [await newFamily(), await newFamily()];
  const email = `p${n}@shop.example`;
  const at = (account: number) => ({ headers: { 'x-business-number': String(account) } });
  const adding = (account: number) =>
    call(createUser, { ...at(account), body: { userEmailId: email, userRole: 'admin' } });
  expect((await adding(n)).status).toBe(200);
  await removeAround(
    n,
    (text) => text.includes('"PERSON"'),
    () => adding(other),
  );
  expect(await call(getUser, { ...at(other), query: { email } })).toMatchObject({
    status: 200,
    body: { emailId: email },
  });
  expect((await scan()).filter(({ type, accountNumber }) => type === 'user' && accountNumber === n)).toEqual([]);
});

it.each(['check in', 'save contact'])('a contact goes with what %s has added', async (how) => {
  const n = await newFamily();
  const visit = { name: 'Ada', emailId: `a${n}@mail.example`, additionalParams: { table: '7' } };
  const change = { id: n + 4, email: `new${n}@mail.example`, emailOptin: false };
  await removeAround(
    n,
    (text) => text.includes('ACTIVITY#') && text.includes(`CONTACT#${n + 4}`),
    () =>
      how === 'check in'
        ? call(checkIn, { query: { bid: String(n + 1) }, body: visit })
        : call(saveContact, { query: { businessId: String(n + 1) }, body: change }),
  );
  const left = (await scan()).filter(
    (item) => item.contactId === n + 4 || String(item.pk).includes(`CONTACT#${n + 4}`),
  );
  expect(left.map(({ type }) => type)).toEqual([]);
});

it('a survey goes with the responses that are submitted after its index was read', async () => {
  const n = await newFamily();
  const survey = { surveyName: 'How?', pages: [{ questions: [{ title: 'How?', type: 'nps' }] }] };
  const { body } = await call(createSurvey, { path: { businessId: String(n) }, body: survey });
  const path = { surveyId: String(body.surveyId) };
  const submitting = (location: number) =>
    call(submitResponse, {
      path,
      query: { businessId: String(location) },
      body: { answers: [{ questionId: 1, value: 9 }] },
    });
  await removeAround(
    n,
    (text) => text.includes(`#SURVEY#${path.surveyId}#PACKED_INDEX`),
    () => submitting(n + 1),
  );
  expect((await scan()).filter(({ pk }) => String(pk).includes(`#SURVEY#${path.surveyId}`))).toEqual([]);
});

it('a subscription that took the slot of one of a deleted location stays', async () => {
  const n = await newFamily();
  const subscription = (businessId: number, drawn: string) => {
    const id = `sub_${n.toString(36)}_07_${drawn.repeat(16)}`;
    const common = { id, partnerId: 'ours', accountNumber: n, businessId };
    return subscriptionItem({ ...common, webhooks: [], createdAt: '2026-01-02T03:04:05.000Z' });
  };
  await table.put({ Item: subscription(n + 1, 'a') });
  expect((await remove(n + 1)).status).toBe(200);
  const later = subscription(n, 'b');
  let isMet = false;
  const takeSlot = async () => {
    isMet = true;
    await table.put({ Item: later });
  };
  const isListed = (operation: string, input: string) => operation === 'Query' && input.includes(`#${n}#SUBSCRIPTIONS`);
  await through(behind(takeSlot, isListed), () => sweep([n + 1]));
  expect(isMet).toBe(true);
  await sweep([n + 1]);
  expect((await scan()).filter(({ type, accountNumber }) => type === 'subscription' && accountNumber === n)).toEqual([
    expect.objectContaining({ id: later.id }),
  ]);
});
