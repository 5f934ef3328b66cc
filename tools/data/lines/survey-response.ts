/** The line of a response to a survey, with its answers by question. Its scores are computed from them. */
import { erasureKey } from '../../../lib/contacts/repository/erasure.ts';
import { identifier, maxLine, trueOrFalse } from '../../../lib/contract/atoms.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { updateAction } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { derivedActions } from '../../../lib/surveys/repository/change.ts';
import {
  erasedResponse,
  responseFrom,
  responseItem,
  responseKey,
  responsesPartition,
  type SurveyOwner,
  type SurveyResponse,
} from '../../../lib/surveys/repository/response.ts';
import { questionsOf, type Survey, surveyFrom, surveyKey } from '../../../lib/surveys/repository/survey.ts';
import { surveyResponseEntity } from '../../../lib/surveys/repository/survey-entities.ts';
import { mergedAnswers } from '../../../lib/surveys/rules/answers.ts';
import { responseCommand, type SentAnswer } from '../../../lib/surveys/rules/response-command.ts';
import { scoresOf } from '../../../lib/surveys/rules/scores.ts';
import { isOwn } from '../sent-writes.ts';
import { notAField, unknownName } from '../unknown-names.ts';
import { asLoaded, IF_NEW, stepTo, written } from '../upsert.ts';
import { type LineKind, type LoadContext, lineOf, positive, type Refused, refused, type Written } from './line.ts';
import { pointInTime, timesIn } from './times.ts';

/** How often the response is read again when others change it meanwhile. */
const ATTEMPTS = 5;

interface ResponseLine {
  readonly surveyId: number;
  readonly businessNumber: number;
  readonly responseId: number;
  readonly completed?: boolean;
  readonly customerId?: number;
  readonly source?: string;
  readonly locale?: string;
}

interface Read extends ResponseLine {
  readonly created?: number;
  readonly answers: readonly SentAnswer[];
}

/** The response as it is stored, based on its survey. Required answers may be missing, as an erasure clears some. */
const responseOf = (
  { answers: sent, ...line }: Read,
  owner: SurveyOwner,
  survey: Survey,
  found: Item | undefined,
): SurveyResponse | Refused => {
  const questions = questionsOf(survey);
  const { answers, violations } = mergedAnswers(questions, [], { answers: sent, completes: false });
  if (violations[0]) return refused(violations[0].error.message);
  const { surveyId, businessNumber, responseId, completed = true, customerId, source = '', locale = 'en' } = line;
  return {
    accountNumber: owner.accountNumber,
    ...{ surveyId, businessNumber, responseId, completed, source, locale, answers },
    ...(customerId !== undefined && { customerId }),
    created: line.created ?? Number(found?.created ?? Date.now()),
    ...scoresOf(questions, answers, completed),
  };
};

/** The response without its author, if that person was erased: an old file must not bring their data back. */
const withoutErased = async (
  { table }: LoadContext,
  owner: SurveyOwner,
  response: SurveyResponse,
): Promise<SurveyResponse> => {
  const { customerId } = response;
  const erasure = customerId === undefined ? undefined : await table.get(erasureKey(owner, customerId));
  return erasure ? erasedResponse(response) : response;
};

/** A list of answers; the other form is the survey, whose names are many. */
const listedAnswers = { properties: { answers: { items: { properties: { questionId: {}, value: {} } } } } };

/** Caches the surveys of a load: they are few, were loaded in an earlier pass, and many lines need them. */
const surveysOf = new WeakMap<LoadContext, Map<string, Promise<Item | undefined>>>();
const MOST_REMEMBERED = 100;

const surveyOf = async (context: LoadContext, owner: SurveyOwner, surveyId: number): Promise<Survey | undefined> => {
  const known = surveysOf.get(context) ?? new Map<string, Promise<Item | undefined>>();
  surveysOf.set(context, known);
  const key = surveyKey(owner, surveyId);
  if (known.size > MOST_REMEMBERED) known.clear();
  const asked = known.get(key.pk) ?? context.table.get(key);
  known.set(key.pk, asked);
  try {
    const item = await asked;
    if (!item) known.delete(key.pk);
    return item && surveyFrom(item);
  } catch (error) {
    known.delete(key.pk);
    throw error;
  }
};

const writeResponse = async (context: LoadContext, owner: SurveyOwner, line: Read): Promise<Written> => {
  const { table, dryRun } = context;
  const survey = await surveyOf(context, owner, line.surveyId);
  // In a dry run it may be on an earlier line.
  if (!survey) return dryRun ? { outcome: 'loaded' } : refused(`survey ${line.surveyId} does not exist`);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await table.get(responseKey(owner, line));
    if (found && found.businessNumber !== line.businessNumber) return refused('businessNumber cannot change');
    const read = responseOf(line, owner, survey, found);
    if ('refused' in read) return read;
    const response = await withoutErased(context, owner, read);
    const fresh = responseItem(owner, response);
    const step = stepTo(found, fresh, context);
    if (dryRun || (found && !step.changes)) return written(step);
    const own =
      found && step.changes
        ? updateAction(found, step.changes, { quiet: !context.events })
        : { Put: { Item: asLoaded(fresh, context), ConditionExpression: IF_NEW } };
    const outcome = await table.transact([own, ...derivedActions(owner, found, response)]);
    if (!outcome || isOwn(outcome, fresh)) return written(step);
  }
  throw new StoreUnavailable('other writers keep changing the response');
};

/** The number of items in which the responses of each survey are counted. */
const SHARDS = 16;

export const surveyResponseLine: LineKind = {
  entity: surveyResponseEntity,
  pass: 3,
  schema: lineOf(
    { surveyId: positive, businessNumber: positive, responseId: positive },
    {
      answers: { 'x-read': 'opaque' },
      created: pointInTime,
      completed: { ...trueOrFalse, 'x-aliases': ['isComplete'] },
      customerId: identifier,
      source: maxLine(100),
      locale: maxLine(35),
    },
  ),
  read(fields) {
    const { created, answers, ...line } = fields as unknown as ResponseLine & { created?: unknown; answers?: unknown };
    const unknown = Array.isArray(answers) ? unknownName(listedAnswers, { answers }) : undefined;
    if (unknown !== undefined) return refused(notAField(unknown, 'surveyResponse'));
    const { prepared, violations } = responseCommand({ body: { answers } }, Date.now());
    if (violations[0]) return refused(violations[0].error.message);
    const read = timesIn(fields, ['created'], { epoch: true });
    if ('refused' in read) return read;
    const { surveyId, businessNumber, responseId } = line;
    return {
      // Partners may have surveys of one number.
      about: `response ${responseId} to survey ${surveyId} at business ${businessNumber}`,
      locks: [`total ${surveyId} ${businessNumber % SHARDS}`],
      async write(context) {
        const owner = await context.owners.ofBusiness(businessNumber);
        if (!owner) return refused(`business ${businessNumber} does not exist`);
        return writeResponse(context, owner, { ...line, answers: prepared.answers, ...read.times });
      },
    };
  },
  lineOf(item) {
    const { surveyId, businessNumber, responseId, created, ...rest } = responseFrom(item);
    const { completed, customerId, source, locale, answers } = rest;
    return {
      type: 'surveyResponse',
      ...{ surveyId, businessNumber, responseId, created: new Date(created).toISOString(), completed },
      ...(customerId !== undefined && { customerId }),
      ...(source !== '' && { source }),
      locale,
      answers: answers.map(({ questionId, value }) => ({ questionId, value })),
    };
  },
  ofAccount: (partnerId, accountNumber) => responsesPartition({ partnerId, accountNumber }),
};
