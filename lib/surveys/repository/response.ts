/**
 * Responses to surveys: one item each, with all that counts and lists are made of, so that the table's stream shows in
 * both images what a change of it adds and takes away (docs/engineers.md: surveys).
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { joined, type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';
import { type Answer, PERSONAL_TYPES } from './question.ts';

/** The account that surveys and their responses belong to. */
export interface SurveyOwner {
  readonly partnerId: string;
  readonly accountNumber: number;
}

/** The type of its items. */
export const RESPONSE = 'surveyResponse';

export interface SurveyResponse {
  readonly accountNumber: number;
  /** The location that it is about. */
  readonly businessNumber: number;
  readonly surveyId: number;
  readonly responseId: number;
  /** Epoch milliseconds: it belongs to the day of this, in UTC. */
  readonly created: number;
  /** Only complete ones have scores. */
  readonly completed: boolean;
  /** The contact who answered. No name of anybody is kept. */
  readonly customerId?: number | undefined;
  readonly source: string;
  readonly locale: string;
  /** In the order of the survey's questions. */
  readonly answers: readonly Answer[];
  /** 0 to 100, not rounded; `null` without an answer to an nps or rating question, and until it is complete. */
  readonly overallScore: number | null;
  /** Its answers to nps questions, 0 to 10. */
  readonly nps: readonly number[];
  /** Its answers to rating questions, each moved to 1 to 5 by its own bounds; not rounded. */
  readonly ratings: readonly number[];
}

/** Each response has its own partition, so that many at once do not conflict. */
export const responseKey = (
  { partnerId, accountNumber }: SurveyOwner,
  { surveyId, responseId }: Pick<SurveyResponse, 'surveyId' | 'responseId'>,
): Key => ({
  pk: ofPartner(partnerId, 'ACCOUNT', accountNumber, 'SURVEY', surveyId, 'RESPONSE', responseId),
  sk: 'RESPONSE',
});

/** Where the index lists the responses of an account, by location and then by `created`. */
export const responsesPartition = ({ partnerId, accountNumber }: SurveyOwner): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'RESPONSES');

/** How the sort keys of a location's responses begin there. */
export const responsesOfLocation = (businessNumber: number): string => `${sortable(businessNumber)}#`;

const indexSortKey = ({ businessNumber, created, responseId }: SurveyResponse): string =>
  joined(sortable(businessNumber), sortable(created), sortable(responseId));

/** A new item for a response. */
export const responseItem = (owner: SurveyOwner, response: SurveyResponse): Item => {
  const { overallScore, ...rest } = response;
  const record = { ...rest, partnerId: owner.partnerId, ...(overallScore !== null && { overallScore }) };
  return itemOf(
    RESPONSE,
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    { ...responseKey(owner, response), gsi1pk: responsesPartition(owner), gsi1sk: indexSortKey(response) },
  );
};

/** What an update sets for a response to stand so; `null` removes an attribute. */
export const responseChanges = (response: SurveyResponse): Readonly<Record<string, unknown>> => {
  const { accountNumber: _, businessNumber: __, surveyId: ___, responseId: ____, ...changing } = response;
  return { ...changing, customerId: changing.customerId ?? null, gsi1sk: indexSortKey(response) };
};

/** The opposite of `responseItem`. */
export const responseFrom = (item: Item): SurveyResponse => ({
  accountNumber: Number(item.accountNumber),
  businessNumber: Number(item.businessNumber),
  surveyId: Number(item.surveyId),
  responseId: Number(item.responseId),
  created: Number(item.created),
  completed: item.completed === true,
  ...(item.customerId !== undefined && { customerId: Number(item.customerId) }),
  source: String(item.source ?? ''),
  locale: String(item.locale ?? ''),
  answers: (item.answers ?? []) as readonly Answer[],
  overallScore: item.overallScore === undefined ? null : Number(item.overallScore),
  nps: (item.nps ?? []) as readonly number[],
  ratings: (item.ratings ?? []) as readonly number[],
});

/** Without what it says of the person who gave it; scores stay. */
export const erasedResponse = ({ customerId: _, ...response }: SurveyResponse): SurveyResponse => ({
  ...response,
  answers: response.answers.filter(({ type }) => !PERSONAL_TYPES.has(type)),
});
