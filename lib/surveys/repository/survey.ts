/** Surveys of an account: the record, and a row of what lists show, so that no list reads complete surveys. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import type { Question } from './question.ts';
import type { SurveyOwner } from './response.ts';

export const SURVEY_TYPES = ['traditional', 'pulse', 'pickone'] as const;
export type SurveyType = (typeof SURVEY_TYPES)[number];

/** The type of its items. */
export const SURVEY = 'survey';

export interface Page {
  readonly id: number;
  readonly title: string;
  readonly questions: readonly Question[];
}

export interface Survey {
  readonly surveyId: number;
  readonly name: string;
  readonly surveyType: SurveyType;
  readonly ownerEmailId?: string | undefined;
  readonly thankYouMessage?: string | undefined;
  readonly pages: readonly Page[];
  /** Epoch milliseconds. */
  readonly created: number;
  readonly lastModified: number;
}

export const questionsOf = ({ pages }: Pick<Survey, 'pages'>): readonly Question[] =>
  pages.flatMap(({ questions }) => questions);

export const surveyKey = ({ partnerId, accountNumber }: SurveyOwner, surveyId: number): Key => ({
  pk: ofPartner(partnerId, 'ACCOUNT', accountNumber, 'SURVEY', surveyId),
  sk: 'SURVEY',
});

/** Where the rows of an account's surveys lie with their totals, and where the index lists the surveys themselves. */
export const surveysPartition = ({ partnerId, accountNumber }: SurveyOwner): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'SURVEYS');

/** A new item for a survey. */
export const surveyItem = (owner: SurveyOwner, survey: Survey): Item => {
  const record = { ...survey, ...owner };
  return itemOf(
    SURVEY,
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    { ...surveyKey(owner, survey.surveyId), gsi1pk: surveysPartition(owner), gsi1sk: sortable(survey.surveyId) },
  );
};

/** The opposite of `surveyItem`. */
export const surveyFrom = (item: Item): Survey => ({
  surveyId: Number(item.surveyId),
  name: String(item.name),
  surveyType: item.surveyType as SurveyType,
  ...(item.ownerEmailId !== undefined && { ownerEmailId: String(item.ownerEmailId) }),
  ...(item.thankYouMessage !== undefined && { thankYouMessage: String(item.thankYouMessage) }),
  pages: item.pages as readonly Page[],
  created: Number(item.created),
  lastModified: Number(item.lastModified),
});

/** What lists show of a survey, but for its responses. */
export interface SurveyRow {
  readonly surveyId: number;
  readonly name: string;
  readonly created: number;
  readonly lastModified: number;
  readonly questionCount: number;
}

/** The type of its items. */
export const ROW = 'surveyRow';

/** Written with the survey. */
export const rowAction = (owner: SurveyOwner, survey: Survey): Action => {
  const { surveyId, name, created, lastModified } = survey;
  const row: SurveyRow = { surveyId, name, created, lastModified, questionCount: questionsOf(survey).length };
  const key = { pk: surveysPartition(owner), sk: sortable(surveyId) };
  return { Put: { Item: itemOf(ROW, { ...owner, ...row }, key) } };
};

export const rowFrom = (item: Item): SurveyRow => ({
  surveyId: Number(item.surveyId),
  name: String(item.name),
  created: Number(item.created),
  lastModified: Number(item.lastModified),
  questionCount: Number(item.questionCount),
});
