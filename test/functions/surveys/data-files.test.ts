/** Surveys and responses in data files: what is exported and loaded is the same, and what is refused. */

import { beforeAll, expect, it } from 'vitest';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { eraseContacts } from '../../../tools/data/erase-contacts.ts';
import { lineFor } from '../../../tools/data/export.ts';
import { attributesOfWrites } from '../../../tools/data/upsert.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf } from '../../support/call.ts';
import { itemsOf } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { bring, openWorld, scan } from '../../support/opened-world.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';
import {
  create,
  created,
  get,
  invalid,
  list,
  newAccount,
  question,
  responses,
  shown,
  submit,
  submitted,
  surveyOf,
} from './support.ts';

let table: OpenTable;
let others: readonly [OpenTable, OpenTable];
beforeAll(async () => {
  // First: functions use the table that was made last.
  others = [await createTestTable(), await createTestTable()];
  table = await openWorld();
});

const carried = (items: readonly Item[]) =>
  new Map(
    items
      .filter(({ type }) => String(type).startsWith('survey'))
      .map((item) => [
        keyText(item),
        Object.fromEntries(Object.entries(item).filter(([name]) => !attributesOfWrites.includes(name))),
      ]),
  );

it('what is exported and loaded into an empty table is the same, twice', async () => {
  const n = 100;
  await create(n, surveyOf([question({ required: true })], { surveyType: 'pickone', ownerEmailId: 'a@b.example' }));
  const kinds = [
    question({ type: 'nps' }),
    question({ type: 'rating', minValue: 2, maxValue: 9 }),
    question({ type: 'checkbox', choices: ['a', 'b'] }),
    question({ type: 'contact', required: true }),
  ];
  const id = await created(n, kinds, { thankYouMessage: 'Thanks' });
  const answers = [
    { questionId: 1, value: 3 },
    { questionId: 2, value: 4 },
    { questionId: 3, value: ['b', 'a'] },
    { questionId: 4, value: { name: 'A', phone: '1' } },
  ];
  await submitted(id, 101, { answers, customerId: 1, source: 'kiosk', created: 5000 });
  await submitted(id, 102, { isComplete: 0 });
  const before = await scan();
  const lines = before.filter(({ type }) => ['survey', 'surveyResponse'].includes(String(type))).map(lineFor);
  expect(lines).toHaveLength(4);
  const [other] = others;
  for (let times = 0; times < 2; times++) {
    expect(await load(other, [...world, ...lines])).toEqual([]);
    expect(carried(await itemsOf(other))).toEqual(carried(before));
  }
});

const line = (more: object) => ({ type: 'surveyResponse', ...more });

it('a survey is a flat line with the body of create survey, and loading it again changes nothing', async () => {
  const n = await newAccount();
  const survey = {
    type: 'survey',
    accountNumber: n,
    surveyId: 9001,
    ...surveyOf([question({ type: 'nps' }), question()]),
  };
  await bring([survey]);
  const first = await get(9001, n);
  expect(first.body).toMatchObject({ name: 'A survey', status: 'new', questionCount: 2 });
  await bring([survey]);
  expect((await get(9001, n)).body).toEqual(first.body);
  await bring([{ ...survey, surveyName: 'Renamed' }]);
  const after = (await get(9001, n)).body;
  expect(after).toMatchObject({ name: 'Renamed', created: first.body.created });
  expect(after.lastModified).toBeGreaterThan(first.body.lastModified);
  expect((await list(n)).body).toMatchObject([{ name: 'Renamed', lastModified: after.lastModified }]);
});

it('an answer that the changed question does not take is none when the response goes on', async () => {
  const n = await newAccount();
  const survey = (...questions: readonly object[]) => ({
    type: 'survey',
    accountNumber: n,
    surveyId: 9001,
    ...surveyOf(questions),
  });
  const rating = (more: object) => question({ type: 'rating', minValue: 1, ...more });
  await bring([survey(rating({ maxValue: 10 }), question())]);
  const begun = (value: unknown) =>
    submitted(9001, n + 1, {
      isComplete: 0,
      answers: [
        { questionId: 1, value },
        { questionId: 2, value: ' 7' },
      ],
    });
  const [eight, four, other] = [await begun(8), await begun(4), await begun(8)];
  const completed = (responseId: number) => submitted(9001, n + 1, { responseId, isComplete: 1 });
  await bring([survey(rating({ maxValue: 5, required: true }), question({ type: 'nps' }))]);
  const missing = { responseId: eight, isComplete: 1 };
  for (const more of [{ query: { validateOnly: 'true' } }, {}])
    expect(await answerOf(submit(9001, n + 1, missing, more))).toEqual(
      invalid('answers (question 1, "What?") is required'),
    );
  await completed(four);
  expect(await shown(9001, n, four)).toMatchObject({
    overallScore: 72.5,
    answers: [
      { questionId: 1, answer: '4' },
      { questionId: 2, answer: '7' },
    ],
  });
  await bring([survey(question({ type: 'radio', choices: ['a'] }), question())]);
  await completed(eight);
  await bring([survey(rating({ maxValue: 5 }))]);
  await completed(other);
  expect(await shown(9001, n, eight)).toMatchObject({ overallScore: null, answers: [{ questionId: 2, answer: '7' }] });
  expect(await shown(9001, n, other)).toMatchObject({ overallScore: null, answers: [] });
});

it('a response is counted once, however often it is loaded, and moves with what is changed', async () => {
  const n = await newAccount();
  const id = await created(n, [question({ type: 'nps' })]);
  const own = { surveyId: id, businessNumber: n + 1, responseId: 77, created: 1000, isComplete: 0 };
  await bring([line(own)].map((each) => ({ ...each, created: '1970-01-01T00:00:01Z' })));
  expect(await shown(id, n, 77)).toMatchObject({ completed: false, overallScore: null, source: '', locale: 'en' });
  const done = line({
    ...own,
    created: '1_735_689_600_000'.replaceAll('_', ''),
    isComplete: 1,
    answers: [{ questionId: 1, value: 5 }],
  });
  await bring([done]);
  await bring([done]);
  expect((await get(id, n)).body.responses).toBe(1);
  expect(await shown(id, n, 77)).toMatchObject({ completed: true, overallScore: 50, responseDate: '01/01/2025' });
  expect((await responses(id, n, { startDate: '01/01/2025 00:00:00' })).body.totalResponses).toBe(1);
});

it('what is wrong with a line is said of it', async () => {
  const n = await newAccount();
  const id = await created(n, [question({ type: 'nps' })]);
  const own = { surveyId: id, businessNumber: n + 1, responseId: 78 };
  await bring([line(own)]);
  const reasons = await load(table, [
    line({ ...own, responseId: 79, surveyId: 1 }),
    line({ ...own, responseId: 80, businessNumber: 1 }),
    line({ ...own, businessNumber: n + 2 }),
    line({ ...own, responseId: 81, answers: [{ questionId: 1, value: 11 }] }),
    line({ ...own, responseId: 82, created: 'yesterday' }),
    { type: 'survey', accountNumber: 1, surveyId: 1, ...surveyOf([question()]) },
    { type: 'survey', accountNumber: n, surveyId: 1, ...surveyOf([question({ id: 1 }), question({ id: 1 })]) },
    { type: 'survey', accountNumber: n, surveyId: 2, ...surveyOf([question({ type: 'radio' })]) },
  ]);
  expect(reasons.map(({ reason }) => reason).toSorted()).toEqual(
    [
      'survey 1 does not exist',
      'business 1 does not exist',
      'businessNumber cannot change',
      'answers[0].value (question 1, "What?") must be a whole number from 0 to 10',
      'created must be an ISO 8601 date or time, or epoch milliseconds',
      'account 1 does not exist',
      'pages: each question needs a unique id',
      'Choices must not be blank',
    ].toSorted(),
  );
});

it('an erased contact leaves scores and counts of its responses, and does not come back with an old file', async () => {
  const n = await newAccount();
  await bring([{ type: 'contact', accountNumber: n, contact: { id: 5, firstName: 'Ida' } }]);
  const types = ['nps', 'text', 'textarea', 'contact', 'review', 'location'];
  const id = await created(
    n,
    types.map((type) => question({ type })),
  );
  const values = [9, 'zq1x', 'zq1x', { name: 'zq1x' }, 'zq1x', 'here'];
  const answers = values.map((value, index) => ({ questionId: index + 1, value }));
  const responseId = await submitted(id, n + 1, { answers, customerId: 5 });
  const anyone = await submitted(id, n + 1, { answers });
  const old = (await scan()).find((item) => item.responseId === responseId)!;
  const erased = { partnerId: 'ours', accountNumber: n, contactId: 5, erasedAt: new Date().toISOString() };
  const removed = await eraseContacts(table, [erased]);
  expect(removed.get('responses to surveys')).toBe(1);
  const wanted = {
    customerId: null,
    customerName: '',
    overallScore: 90,
    answers: [
      { questionId: 1, answer: '9' },
      { questionId: 6, answer: 'here' },
    ],
  };
  expect(await shown(id, n, responseId)).toMatchObject(wanted);
  expect((await get(id, n)).body.responses).toBe(2);
  expect((await shown(id, n, anyone)).answers).toHaveLength(6);
  const [, again] = others;
  const survey = (await scan()).find((item) => item.type === 'survey' && item.surveyId === id)!;
  const account = [
    { type: 'account', accountNumber: n, partnerId: 'ours', name: 'x' },
    { type: 'business', businessNumber: n + 1, accountNumber: n, business: {} },
  ];
  expect(await load(again, [...world, ...account])).toEqual([]);
  await again.put({ Item: (await scan()).find((item) => item.type === 'erasure' && item.contactId === 5)! });
  expect(await load(again, [lineFor(survey), lineFor(old)])).toEqual([]);
  const texts = JSON.stringify(await itemsOf(again));
  expect(texts).toContain(String(responseId));
  expect(texts).not.toContain('zq1x');
  expect(await eraseContacts(table, [erased])).toEqual(new Map());
});
