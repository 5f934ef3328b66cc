/** A response to a survey, with its answers by question. Its scores follow from them. */
import { erasureKey } from '../../../../lib/contacts/repository/erasure.ts';
import { identifier, maxLine, trueOrFalse } from '../../../../lib/contract/atoms.ts';
import type { Item } from '../../../../lib/dynamodb/attributes.ts';
import { StoreUnavailable } from '../../../../lib/dynamodb/outcomes.ts';
import { updateAction } from '../../../../lib/dynamodb/parts.ts';
import { derivedActions } from '../../../../lib/surveys/repository/change.ts';
import {
  erasedResponse,
  responseFrom,
  responseItem,
  responseKey,
  responsesPartition,
  type SurveyOwner,
  type SurveyResponse,
} from '../../../../lib/surveys/repository/response.ts';
import { questionsOf, type Survey, surveyFrom, surveyKey } from '../../../../lib/surveys/repository/survey.ts';
import { surveyResponseEntity } from '../../../../lib/surveys/repository/survey-entities.ts';
import { mergedAnswers } from '../../../../lib/surveys/rules/answers.ts';
import { responseOrder, type SentAnswer } from '../../../../lib/surveys/rules/response-order.ts';
import { scoresOf } from '../../../../lib/surveys/rules/scores.ts';
import { asLoaded, IF_NEW, stepTo, written } from '../bring.ts';
import { type LineKind, type LoadContext, lineOf, positive, type Refused, refused, type Written } from './line.ts';
import { pointInTime, timesIn } from './times.ts';

/** So often the response is read again where others have changed it meanwhile. */
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

/** As it is stored, by the survey that it answers; required answers may be missing, as an erasure clears some. */
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

/** Who was erased for good does not come back with an old file. */
const withoutErased = async (
  { table }: LoadContext,
  owner: SurveyOwner,
  response: SurveyResponse,
): Promise<SurveyResponse> => {
  const { customerId } = response;
  const erasure = customerId === undefined ? undefined : await table.get(erasureKey(owner, customerId));
  return erasure ? erasedResponse(response) : response;
};

/** Surveys of a load: they are few, were brought in an earlier pass, and are asked for by many lines. */
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
  // In a dry run it may be on a line before.
  if (!survey) return dryRun ? { outcome: 'loaded' } : refused(`survey ${line.surveyId} does not exist`);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await table.get(responseKey(owner, line));
    if (found && found.businessNumber !== line.businessNumber) return refused('businessNumber stays as it is');
    const read = responseOf(line, owner, survey, found);
    if ('refused' in read) return read;
    const response = await withoutErased(context, owner, read);
    const fresh = responseItem(owner, response);
    const step = stepTo(found, fresh, context);
    if (dryRun || ('outcome' in step && (step.outcome === 'unchanged' || step.outcome === 'changed')))
      return written(step);
    const own =
      found && step.changes
        ? updateAction(found, step.changes, { quiet: !context.events })
        : { Put: { Item: asLoaded(fresh, context), ConditionExpression: IF_NEW } };
    const outcome = await table.transact([own, ...derivedActions(owner, found, response)]);
    // Its own first try may have landed without a response.
    if (!outcome || outcome.failed.get(0)?.p0 === fresh.p0) return written(step);
  }
  throw new StoreUnavailable('the response is written by others all the time');
};

/** Responses are counted in so many items of each survey. */
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
    const { prepared, violations } = responseOrder({ body: { answers } }, Date.now());
    if (violations[0]) return refused(violations[0].error.message);
    const read = timesIn(fields, ['created'], { epoch: true });
    if ('refused' in read) return read;
    const { surveyId, businessNumber, responseId } = line;
    return {
      about: `response ${responseId} to survey ${surveyId}`,
      claims: [`total ${surveyId} ${businessNumber % SHARDS}`],
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
