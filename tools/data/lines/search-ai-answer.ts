/** The line of what an AI model answers to a prompt about a location. Day, model, theme and prompt name it. */
import { absoluteUrl, maxText, text, trueOrFalse } from '../../../lib/contract/atoms.ts';
import { isoTimeOfDay } from '../../../lib/contract/times.ts';
import {
  AI_MODELS,
  ANSWER_FIELDS,
  answerFrom,
  answerItem,
  answersOfAccount,
  type SearchAiAnswer,
} from '../../../lib/insight/repository/answer.ts';
import { searchAiAnswerEntity } from '../../../lib/insight/repository/answer-entity.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';

const citations = {
  type: 'array',
  maxItems: 20,
  items: {
    type: 'object',
    required: ['url'],
    properties: { url: absoluteUrl, title: maxText(250), description: maxText(500), brandPresent: trueOrFalse },
  },
} as const;

export const searchAiAnswerLine: LineKind = {
  entity: searchAiAnswerEntity,
  pass: 3,
  schema: lineOf(
    {
      businessNumber: positive,
      date: text,
      aiModel: { enum: AI_MODELS },
      theme: maxText(100),
      prompt: maxText(500),
    },
    { brandPresent: trueOrFalse, rank: { type: 'integer', minimum: 1, maximum: 100 }, citations },
  ),
  read(fields) {
    const answer = fields as unknown as Omit<SearchAiAnswer, 'accountNumber'>;
    const { businessNumber, date, aiModel, theme, prompt } = answer;
    if (Number.isNaN(isoTimeOfDay(date))) return refused('date must be YYYY-MM-DD');
    return {
      about: `answer of ${aiModel} about business ${businessNumber} on ${date}, ${JSON.stringify([theme, prompt])}`,
      async write(context) {
        const owner = await context.owners.ofBusiness(businessNumber);
        if (!owner) return refused(`business ${businessNumber} does not exist`);
        const { partnerId, accountNumber } = owner;
        return upsert(context, { fresh: answerItem(partnerId, { ...answer, accountNumber }) });
      },
    };
  },
  lineOf(item) {
    const answer = answerFrom(item);
    return {
      type: 'searchAiAnswer',
      ...Object.fromEntries(
        ANSWER_FIELDS.flatMap((name) => (answer[name] === undefined ? [] : [[name, answer[name]]])),
      ),
    };
  },
  ofAccount: answersOfAccount,
};
