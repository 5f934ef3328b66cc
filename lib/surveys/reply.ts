/** Surveys and responses as the operations answer them. Pure. */
import { dayOf } from '../contract/days.ts';
import { oneDecimalOrNull } from '../contract/one-decimal.ts';
import type { Question } from './repository/question.ts';
import type { SurveyResponse } from './repository/response.ts';
import { questionsOf, type Survey } from './repository/survey.ts';
import type { CountedRow, CountedSurvey } from './repository/surveys.ts';
import { shownValue } from './rules/values.ts';

/** New until there is a first response, whichever of them are asked for. */
const statusOf = (total: number) => (total > 0 ? 'active' : 'new');

const questionReply = (
  { id, title, type, required = false, choices, minValue, maxValue }: Question,
  index: number,
) => ({
  id,
  order: index + 1,
  title,
  type,
  required,
  ...(choices && { choices }),
  ...(minValue !== undefined && { minValue, maxValue }),
});

export const surveyReply = (accountNumber: number, { survey, total, responses }: CountedSurvey) => {
  const { surveyId, name, surveyType, created, lastModified, thankYouMessage = '', pages } = survey;
  return {
    surveyId,
    name,
    status: statusOf(total),
    surveyType,
    created,
    lastModified,
    responses,
    questionCount: questionsOf(survey).length,
    businessId: accountNumber,
    thankYouMessage,
    pages: pages.map((page, index) => ({
      name: page.title,
      id: page.id,
      order: index + 1,
      questions: page.questions.map(questionReply),
    })),
  };
};

export const rowReply = ({ surveyId, name, total, created, lastModified, responses, questionCount }: CountedRow) => ({
  surveyId,
  name,
  status: statusOf(total),
  created,
  lastModified,
  responses,
  questionCount,
});

/** Who and where of the responses of a page. */
export interface Known {
  readonly customers: ReadonlyMap<number, string>;
  readonly locations: ReadonlyMap<number, string>;
}

export const responseReply = (survey: Survey, { customers, locations }: Known) => {
  const questions = new Map(questionsOf(survey).map((question) => [question.id, question]));
  return ({
    responseId,
    created,
    completed,
    locale,
    surveyId,
    businessNumber,
    customerId,
    source,
    answers,
    overallScore,
  }: SurveyResponse) => ({
    responseId,
    requestDate: dayOf(created),
    responseDate: dayOf(created),
    completed,
    questionCount: questions.size,
    locale,
    surveyId,
    surveyName: survey.name,
    locationName: locations.get(businessNumber) ?? '',
    businessNumber,
    customerId: customerId ?? null,
    customerName: (customerId !== undefined && customers.get(customerId)) || '',
    source,
    answers: answers.map(({ questionId, type, value }) => ({
      questionId,
      questionTitle: questions.get(questionId)?.title ?? '',
      questionType: type,
      answer: shownValue(value),
    })),
    overallScore: oneDecimalOrNull(overallScore),
  });
};
