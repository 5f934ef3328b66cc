/** Requests of the operations of surveys, on accounts of a test's own. */
import { expect } from 'vitest';
import { handler as createSurvey } from '../../../functions/surveys/create-survey.ts';
import { handler as getSurvey } from '../../../functions/surveys/get-survey.ts';
import { handler as listResponses } from '../../../functions/surveys/list-responses.ts';
import { handler as listSurveys } from '../../../functions/surveys/list-surveys.ts';
import { handler as submitResponse } from '../../../functions/surveys/submit-response.ts';
import { type Call, call } from '../../support/call.ts';
import { refused } from '../../support/expected.ts';
import { bring, scan } from '../../support/opened-world.ts';

type Parameters = Readonly<Record<string, string | number>>;
const texts = (parameters: Parameters) =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));

export const create = (account: number | string, body: unknown, more: Call = {}) =>
  call(createSurvey, { path: { businessId: String(account) }, body, ...more });
export const get = (surveyId: number | string, businessId: number | string, more: Call = {}) =>
  call(getSurvey, { path: { surveyId: String(surveyId) }, query: { businessId: String(businessId) }, ...more });
export const list = (businessId: number | string, query: Parameters = {}, more: Call = {}) =>
  call(listSurveys, { path: { businessId: String(businessId) }, query: texts(query), ...more });
export const submit = (
  surveyId: number | string,
  businessId: number | string,
  body: unknown,
  { query = {}, ...more }: Call = {},
) =>
  call(submitResponse, {
    path: { surveyId: String(surveyId) },
    query: { businessId: String(businessId), ...query },
    body,
    ...more,
  });
export const responses = (
  surveyId: number | string,
  businessNumber: number | string,
  body: unknown = {},
  query: Parameters = {},
  more: Call = {},
) =>
  call(listResponses, {
    path: { surveyId: String(surveyId) },
    query: texts({ businessNumber, ...query }),
    body,
    ...more,
  });

let last = 500_000;
/** A new account of ours with so many locations; its number, theirs follow on it. */
export const newAccount = async (locations = 3): Promise<number> => {
  last += 100;
  const accountNumber = last;
  const children = Array.from({ length: locations }, (_, index) => ({
    type: 'business',
    businessNumber: accountNumber + index + 1,
    accountNumber,
    business: { name: `Place ${index + 1}` },
  }));
  await bring([{ type: 'account', accountNumber, partnerId: 'ours', name: 'Surveyed' }, ...children]);
  return accountNumber;
};

/** A question, of text unless it says more. */
export const question = (more: object = {}) => ({ title: 'What?', type: 'text', ...more });
export const surveyOf = (questions: readonly object[], more: object = {}) => ({
  surveyName: 'A survey',
  pages: [{ title: 'Page', questions }],
  ...more,
});

/** Creates a survey of these questions, which have the ids from 1. */
export const created = async (
  account: number,
  questions: readonly object[] = [question()],
  more: object = {},
): Promise<number> => {
  const answer = await create(account, surveyOf(questions, more));
  expect([answer.status, answer.body]).toEqual([200, { surveyId: expect.any(Number) }]);
  return answer.body.surveyId;
};

export const submitted = async (surveyId: number, location: number, body: object, more?: Call): Promise<number> => {
  const answer = await submit(surveyId, location, body, more);
  expect([answer.status, answer.body]).toEqual([200, { responseId: expect.any(Number) }]);
  return answer.body.responseId;
};

/** A response as list responses has it. */
export const shown = async (surveyId: number, business: number, responseId: number) =>
  (await responses(surveyId, business, {}, { size: 1000 })).body.responseList.find(
    (each: { responseId: number }) => each.responseId === responseId,
  );

export const invalid = (message: string) => refused(400, 400, message);
export const NO_BUSINESS = refused(404, 1011, 'Business id is invalid');
export const NO_SURVEY = refused(400, 1315, 'Survey is invalid');

/** Items of an account and of its locations. */
export const itemsOf = async (account: number) =>
  (await scan()).filter(({ accountNumber, type }) => accountNumber === account && String(type).startsWith('survey'));
