/** The line of a survey of an account, in the form of create survey, with its ids. */

import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { updateAction } from '../../../lib/dynamodb/writes/dependent-items.ts';
import type { Action } from '../../../lib/dynamodb/writes/transactions.ts';
import { question, surveyFields } from '../../../lib/surveys/contracts/create-survey.ts';
import type { SurveyOwner } from '../../../lib/surveys/repository/response.ts';
import {
  questionsOf,
  rowAction,
  type Survey,
  surveyFrom,
  surveyItem,
  surveyKey,
  surveysPartition,
} from '../../../lib/surveys/repository/survey.ts';
import { surveyEntity } from '../../../lib/surveys/repository/survey-entities.ts';
import { type SurveyDraft, surveyCommand } from '../../../lib/surveys/rules/survey-command.ts';
import { isOwn } from '../sent-writes.ts';
import { asLoaded, IF_NEW, type Step, stepTo, written } from '../upsert.ts';
import { type LineKind, type LoadContext, lineOf, positive, refused, type Written } from './line.ts';
import { pointInTime, timesIn } from './times.ts';

/** How often the survey is read again when others change it meanwhile. */
const ATTEMPTS = 5;

interface SurveyLine extends SurveyDraft {
  readonly surveyId: number;
  readonly created?: number;
  readonly lastModified?: number;
}

/** A survey without a time of creation gets that of its first load; a change sets its update time to now. */
const withTimes = (line: SurveyLine, found: Item | undefined, owner: SurveyOwner, context: LoadContext): Survey => {
  const created = line.created ?? Number(found?.created ?? Date.now());
  const lastModified = line.lastModified ?? Number(found?.lastModified ?? created);
  const survey = { ...line, created, lastModified };
  const isChanged = found && 'changes' in stepTo(found, surveyItem(owner, survey), context);
  return isChanged && line.lastModified === undefined ? { ...survey, lastModified: Date.now() } : survey;
};

const itemAction = (found: Item | undefined, fresh: Item, { changes }: Step, context: LoadContext): Action =>
  found && changes
    ? updateAction(found, changes, { quiet: !context.events })
    : { Put: { Item: asLoaded(fresh, context), ConditionExpression: IF_NEW } };

const writeSurvey = async (context: LoadContext, owner: SurveyOwner, line: SurveyLine): Promise<Written> => {
  const { table, dryRun } = context;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await table.get(surveyKey(owner, line.surveyId));
    const survey = withTimes(line, found, owner, context);
    const fresh = surveyItem(owner, survey);
    const step = stepTo(found, fresh, context);
    if (dryRun || (found && !step.changes)) return written(step);
    const outcome = await table.transact([itemAction(found, fresh, step, context), rowAction(owner, survey)]);
    if (!outcome || isOwn(outcome, fresh)) return written(step);
  }
  throw new StoreUnavailable('other writers keep changing the survey');
};

const withIds = { ...question, properties: { id: positive, ...question.properties } };
const pages = {
  type: 'array',
  minItems: 1,
  maxItems: 20,
  items: {
    type: 'object',
    required: ['questions'],
    properties: {
      id: positive,
      title: { type: 'string', maxLength: 1000 },
      questions: { type: 'array', minItems: 1, items: withIds },
    },
  },
} as const;

/** What is wrong with the survey itself, apart from other records. */
const problemOf = (draft: SurveyDraft): string | undefined => {
  const ids = questionsOf(draft).map(({ id }) => id);
  return new Set(ids).size < ids.length ? 'pages: each question needs a unique id' : undefined;
};

export const surveyLine: LineKind = {
  entity: surveyEntity,
  pass: 2,
  schema: lineOf(
    { accountNumber: positive, surveyId: positive, surveyName: surveyFields.surveyName, pages },
    {
      surveyType: surveyFields.surveyType,
      ownerEmailId: surveyFields.ownerEmailId,
      thankYouMessage: surveyFields.thankYouMessage,
      created: pointInTime,
      lastModified: pointInTime,
    },
  ),
  read(fields) {
    const { accountNumber, surveyId } = fields as unknown as { accountNumber: number; surveyId: number };
    const { prepared: draft, violations } = surveyCommand({ body: fields });
    const problem = violations[0]?.error.message ?? problemOf(draft);
    if (problem !== undefined) return refused(problem);
    const read = timesIn(fields, ['created', 'lastModified'], { epoch: true });
    if ('refused' in read) return read;
    return {
      about: `survey ${surveyId} of account ${accountNumber}`,
      async write(context) {
        const partnerId = await context.owners.ofAccount(accountNumber);
        if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
        return writeSurvey(context, { partnerId, accountNumber }, { ...draft, surveyId, ...read.times });
      },
    };
  },
  lineOf(item) {
    const { surveyId, name, created, lastModified, pages: all, ...rest } = surveyFrom(item);
    return {
      type: 'survey',
      accountNumber: Number(item.accountNumber),
      surveyId,
      surveyName: name,
      ...rest,
      created: new Date(created).toISOString(),
      lastModified: new Date(lastModified).toISOString(),
      // The table does not keep the order of fields; a file needs one to be comparable with an earlier file.
      pages: all.map(({ id, title, questions }) => ({
        id,
        ...(title !== '' && { title }),
        questions: questions.map(({ id: own, title: asked, type, required, choices, minValue, maxValue }) => ({
          ...{ id: own, title: asked, type, required, choices, minValue, maxValue },
        })),
      })),
    };
  },
  ofAccount: (partnerId, accountNumber) => surveysPartition({ partnerId, accountNumber }),
};
