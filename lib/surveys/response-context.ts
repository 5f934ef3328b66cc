/** What submit response is about: the survey, the location and the response that is gone on with, as they are read. */
import { contexts, type Location } from '../contacts/repository/preconditions.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { invalid } from '../contract/errors.ts';
import type { Violation } from '../contract/violations.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { responseFrom, responseKey, type SurveyOwner } from './repository/response.ts';
import { questionsOf, type Survey } from './repository/survey.ts';
import { surveys } from './repository/surveys.ts';
import { mergedAnswers } from './rules/answers.ts';
import type { ResponseCommand } from './rules/response-command.ts';

/** A response as it is submitted. */
export interface Submission extends ResponseCommand {
  readonly surveyId: number;
  readonly businessNumber: number;
  readonly validateOnly: boolean;
}

/** The error, with all violations if there are several. */
export type Refused = { readonly refused: ErrorEntry; readonly violations: readonly Violation[] };

export const refusal = (refused: ErrorEntry, violations: readonly Violation[] = []): Refused => ({
  refused,
  violations,
});

/** What a response is checked against. */
export interface Context {
  readonly owner: SurveyOwner;
  readonly location: Location;
  readonly survey: Survey;
  /** Of the response that is gone on with. */
  readonly before: Item | undefined;
  /** What is wrong with that response: whatever else is wrong is named too. */
  readonly wrong: readonly Violation[];
}

const NO_RESPONSE = invalid('responseId', 'is of no response to this survey at this location');

/** Reads it; refused where the partner has no such location or survey. Up to four calls. */
export const contextOf = async (
  store: PartnerStore,
  command: Pick<Submission, 'surveyId' | 'businessNumber' | 'responseId'>,
): Promise<Context | Refused> => {
  const { surveyId, businessNumber, responseId } = command;
  const named = await contexts(store).named(businessNumber);
  if (!named?.location) return refusal(errors.businessInvalid);
  const { owner, location } = named;
  const survey = await surveys(store).find(owner.accountNumber, surveyId);
  if (!survey) return refusal(errors.surveyInvalid);
  const found = { owner, location, survey };
  const broken = (error: ErrorEntry): readonly Violation[] => [{ path: 'responseId', error }];
  if (responseId === undefined) return { ...found, before: undefined, wrong: [] };
  const before = await store.table.get(responseKey(owner, { surveyId, responseId }));
  if (before?.businessNumber !== businessNumber) return { ...found, before: undefined, wrong: broken(NO_RESPONSE) };
  return { ...found, before, wrong: before.completed === true ? broken(errors.responseComplete) : [] };
};

/** The answers with those that are sent, and what is wrong with them. */
export const answersTo = ({ answers, isAll, completes }: ResponseCommand, { survey, before, wrong }: Context) =>
  mergedAnswers(questionsOf(survey), before ? responseFrom(before).answers : [], {
    answers,
    // What is missing can't be said if the response does not exist, or something of it can't be read.
    completes: completes && isAll && wrong.length === 0,
  });

/** What is wrong with the answers and the response that is gone on with, of a request that is refused for something else. */
export const wrongAnswers = async (
  store: PartnerStore,
  command: ResponseCommand & Pick<Submission, 'surveyId' | 'businessNumber'>,
): Promise<readonly Violation[]> => {
  const context = await contextOf(store, command);
  return 'refused' in context ? [] : [...context.wrong, ...answersTo(command, context).violations];
};
