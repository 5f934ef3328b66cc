/** The line of a question of an account, with its answers. */
import { answers, question } from '../../../lib/qna/contracts/shared-schemas.ts';
import {
  MOST_LOCATIONS,
  questionFrom,
  questionItem,
  questionsPartition,
} from '../../../lib/qna/repository/question.ts';
import { questionEntity } from '../../../lib/qna/repository/question-entity.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

interface QnaLine {
  readonly id: number;
  readonly question: string;
  readonly answers: readonly { readonly text: string }[];
  readonly businessNumbers?: readonly number[];
  readonly updatedDate: string;
}

export const qnaLine: LineKind = {
  entity: questionEntity,
  pass: 3,
  schema: lineOf({
    accountNumber: positive,
    qna: {
      type: 'object',
      required: ['id', 'updatedDate'],
      properties: {
        id: positive,
        question,
        answers,
        businessNumbers: { type: 'array', items: positive, maxItems: MOST_LOCATIONS },
        updatedDate: pointInTime,
      },
    },
  }),
  read(fields) {
    const { accountNumber, qna: sent } = fields as unknown as { accountNumber: number; qna: QnaLine };
    const qna = inUtc(sent, ['updatedDate'], 'qna.');
    if ('refused' in qna) return qna;
    const businessNumbers = [...new Set(qna.businessNumbers)];
    return {
      about: `question ${qna.id} of account ${accountNumber}`,
      async write(context) {
        const partnerId = await context.owners.ofAccount(accountNumber);
        if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
        for (const number of businessNumbers) {
          if ((await context.owners.ofBusiness(number))?.accountNumber !== accountNumber)
            return refused(`business ${number} does not belong to account ${accountNumber}`);
        }
        const fresh = questionItem(
          { partnerId, accountNumber },
          {
            id: qna.id,
            question: qna.question,
            answers: qna.answers.map(({ text: each }) => each),
            businessNumbers,
            updatedDate: qna.updatedDate,
          },
        );
        return upsert(context, { fresh });
      },
    };
  },
  lineOf(item) {
    const { id, question: asked, answers: given, businessNumbers, updatedDate } = questionFrom(item);
    return {
      type: 'qna',
      accountNumber: Number(item.accountNumber),
      qna: {
        id,
        question: asked,
        answers: given.map((each) => ({ text: each })),
        ...(businessNumbers.length > 0 && { businessNumbers }),
        updatedDate,
      },
    };
  },
  ofAccount: (partnerId, accountNumber) => questionsPartition({ partnerId, accountNumber }),
};
