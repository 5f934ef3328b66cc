/**
 * Rules of surveys by property: any survey that is accepted can be answered, any response that is accepted reads back, and
 * what lists and counts say is what was submitted.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { QUESTION_TYPES } from '../../../lib/surveys/repository/question.ts';
import { runs } from '../../support/chosen.ts';
import { openWorld } from '../../support/opened-world.ts';
import { anyText } from '../../support/texts.ts';
import { create, get, list, newAccount, responses, shown, submit, submitted } from './support.ts';

let account: number;
beforeAll(async () => {
  await openWorld();
  account = await newAccount();
});

/** Mostly right, now and then anything. */
const mostly = (right: fc.Arbitrary<unknown>, ...wrong: readonly unknown[]) =>
  fc.oneof({ weight: 12 * wrong.length, arbitrary: right }, ...wrong.map((each) => fc.constant(each)));

const anything = fc.record(
  {
    title: mostly(fc.oneof(fc.constant('Why?'), anyText({ maxLength: 20 })), ' '),
    type: mostly(fc.constantFrom(...QUESTION_TYPES), 'matrix', 'stars', null),
    required: fc.constantFrom<unknown>(true, false, 'yes', 0, null),
    choices: mostly(
      fc.uniqueArray(fc.oneof(fc.constantFrom<unknown>('a', ' b', 3, 'c,d'), anyText({ maxLength: 10 })), {
        minLength: 1,
        maxLength: 4,
      }),
      ['a', ''],
      ['null'],
      [],
      'a,b',
    ),
    minValue: mostly(fc.constantFrom<unknown>(0, 1, '3', null), 9, -1, 2.5),
    maxValue: mostly(fc.constantFrom<unknown>(5, 10, '7', null), 0, 11, 'x'),
  },
  { requiredKeys: ['title', 'type', 'choices'] },
);
const anySurvey = fc.record(
  {
    surveyName: mostly(fc.constant('Name'), ''),
    surveyType: mostly(fc.constantFrom<unknown>('traditional', '', null), 'pulse', 'pickone'),
    thankYouMessage: anyText({ maxLength: 30 }),
    pages: fc.array(
      fc.record(
        { title: anyText({ maxLength: 10 }), questions: fc.array(anything, { minLength: 1, maxLength: 3 }) },
        { requiredKeys: ['questions'] },
      ),
      { minLength: 1, maxLength: 2 },
    ),
  },
  { requiredKeys: ['surveyName', 'pages'] },
);

interface Shown {
  readonly id: number;
  readonly type: string;
  readonly required: boolean;
  readonly choices?: readonly string[];
  readonly minValue?: number;
  readonly maxValue?: number;
}

/** A right answer to a question, and how it reads back; none to a label. */
const answerTo = ({ type, choices = [], minValue = 0, maxValue = 0 }: Shown, pick: number) => {
  const number = minValue + (pick % (maxValue - minValue + 1));
  const some = choices.filter((_, index) => index === pick % choices.length || (pick >> index) % 2 === 1);
  const answers: Readonly<Record<string, readonly [unknown, string]>> = {
    nps: [number, String(number)],
    rating: [String(number), String(number)],
    radio: [choices[pick % choices.length], choices[pick % choices.length]!],
    dropdown: [choices[pick % choices.length], choices[pick % choices.length]!],
    checkbox: [some.toReversed(), some.join(', ')],
    datetime: ['2026-02-03T04:05:06Z', '2026-02-03T04:05:06Z'],
    contact: [{ phone: '1', name: 'A' }, 'A, 1'],
  };
  return type === 'label' ? undefined : (answers[type] ?? ([`said ${pick}`, `said ${pick}`] as const));
};

const questionsIn = (survey: { pages: readonly { questions: readonly Shown[] }[] }): readonly Shown[] =>
  survey.pages.flatMap(({ questions }) => questions);

it('any survey that is accepted can be answered, in whole and in required parts alone, and reads back', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(anySurvey, fc.nat({ max: 1000 }), async (body, pick) => {
      const made = await create(account, body);
      if (made.status !== 200) {
        expect([400, 413]).toContain(made.status);
        return;
      }
      accepted++;
      const survey = (await get(made.body.surveyId, account)).body;
      const questions = questionsIn(survey);
      expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
      for (const only of [questions, questions.filter(({ required }) => required)]) {
        const right = only.flatMap((each) => {
          const answer = answerTo(each, pick);
          return answer ? [{ questionId: each.id, value: answer[0], answer: answer[1] }] : [];
        });
        const answers = right.map(({ answer: _, ...sent }) => sent).toReversed();
        const responseId = await submitted(survey.surveyId, account + 1, { answers });
        const response = await shown(survey.surveyId, account, responseId);
        expect(response.answers.map(({ questionId, answer }: never) => [questionId, answer])).toEqual(
          right.map(({ questionId, answer }) => [questionId, answer]),
        );
        const scores = response.overallScore;
        expect(scores === null || (scores >= 0 && scores <= 100)).toBe(true);
        const isScored = right.some(({ questionId }) =>
          ['nps', 'rating'].includes(questions.find(({ id }) => id === questionId)!.type),
        );
        expect(scores !== null).toBe(isScored);
      }
    }),
    { numRuns: runs(40, 200) },
  );
  expect(accepted).toBeGreaterThan(5);
});

const anyValue = fc.oneof(
  anyText({ maxLength: 20 }),
  fc.constantFrom<unknown>(0, 5, 11, -1, 1.5, true, null, '', 'a', ['a'], ['a', 'b'], [], {}, { name: 'A' }, [[]]),
);
const KINDS = QUESTION_TYPES.map((type) => ({ title: 'Q', type, choices: ['a', 'b'] }));

it('any response that is accepted reads back, and none makes a fault', async () => {
  const { body } = await create(account, { surveyName: 'All', pages: [{ questions: KINDS }] });
  const answers = fc.array(fc.record({ questionId: fc.integer({ min: 0, max: 13 }), value: anyValue }), {
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(answers, fc.constantFrom(0, 1), async (sent, isComplete) => {
      const answer = await submit(body.surveyId, account + 1, { answers: sent, isComplete });
      if (answer.status !== 200) {
        expect([answer.status, answer.body.code]).toEqual([400, 400]);
        expect(answer.body.message).toMatch(/^answers\[\d\]\.(value|questionId) /);
        return;
      }
      const response = await shown(body.surveyId, account, answer.body.responseId);
      expect(response.completed).toBe(isComplete === 1);
      const shownIds = response.answers.map(({ questionId }: { questionId: number }) => questionId);
      expect(shownIds).toEqual(shownIds.toSorted((a: number, b: number) => a - b));
      for (const { questionId } of response.answers) expect(sent.map((each) => each.questionId)).toContain(questionId);
    }),
    { numRuns: runs(15, 200) },
  );
});

it('lists and counts say what was submitted, after any sequence of responses', async () => {
  const n = await newAccount();
  const { body } = await create(n, { surveyName: 'Counted', pages: [{ questions: [{ title: 'Q', type: 'nps' }] }] });
  const { surveyId } = body;
  const known: { id: number; at: number; place: number; completed: boolean }[] = [];
  const step = fc.record({
    place: fc.integer({ min: 1, max: 3 }),
    at: fc.integer({ min: 0, max: 20 }).map((each) => each * 400),
    completed: fc.boolean(),
    again: fc.option(fc.nat({ max: 30 })),
  });
  const asked = fc.record({
    place: fc.option(fc.integer({ min: 1, max: 3 })),
    completed: fc.option(fc.boolean()),
    from: fc.option(fc.integer({ min: 0, max: 8 })),
    size: fc.integer({ min: 1, max: 4 }),
    page: fc.nat({ max: 2 }),
    sorder: fc.constantFrom('asc', 'desc'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 3 }), asked, async (steps, { from, size, page, sorder, ...by }) => {
      for (const { place, at, completed, again } of steps) {
        const old = again === null ? undefined : known[again];
        const isOpen = old !== undefined && !old.completed;
        const sent = { isComplete: Number(completed), created: at, ...(isOpen && { responseId: old.id }) };
        const id = await submitted(surveyId, n + (isOpen ? old.place : place), sent);
        if (isOpen) Object.assign(old, { at, completed });
        else known.push({ id, at, place, completed });
      }
      const wanted = known
        .filter((each) => by.place === null || each.place === by.place)
        .filter((each) => by.completed === null || each.completed === by.completed)
        .filter((each) => from === null || each.at >= from * 1000)
        .toSorted((a, b) => (a.at - b.at || a.id - b.id) * (sorder === 'asc' ? 1 : -1));
      const business = by.place === null ? n : n + by.place;
      const request = {
        ...(by.completed !== null && { completed: by.completed }),
        ...(from !== null && { startDate: `01/01/1970 00:00:0${from}` }),
      };
      const listed = (await responses(surveyId, business, request, { size, page, sorder })).body;
      expect(listed.responseList.map(({ responseId }: { responseId: number }) => responseId)).toEqual(
        wanted.slice(page * size, (page + 1) * size).map(({ id }) => id),
      );
      expect([listed.totalResponses, listed.hasNext]).toEqual([wanted.length, (page + 1) * size < wanted.length]);
      const own = known.filter((each) => by.place === null || each.place === by.place).length;
      expect((await get(surveyId, business)).body.responses).toBe(own);
      expect((await list(business)).body[0].responses).toBe(own);
    }),
    { numRuns: runs(20, 100) },
  );
});
