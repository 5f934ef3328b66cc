/** What the tests of questions and answers share. */
import { handler as deleteQna } from '../../../functions/qna/delete-qna.ts';
import { handler as getAllQna } from '../../../functions/qna/get-all-qna.ts';
import { handler as saveQna } from '../../../functions/qna/save-qna.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { bring } from '../../support/opened-world.ts';

let last = 660_000;

/** A new account of ours with so many locations; its number, theirs follow on it. */
export const newAccount = async (locations = 3): Promise<number> => {
  last += 100;
  const accountNumber = last;
  const children = Array.from({ length: locations }, (_, index) => ({
    type: 'business',
    businessNumber: accountNumber + index + 1,
    accountNumber,
    business: { name: `Location ${index}` },
  }));
  await bring([{ type: 'account', accountNumber, partnerId: 'ours', name: 'Q' }, ...children]);
  return accountNumber;
};

const at = (number: number | string, { headers, ...more }: Call): Call => ({
  ...more,
  headers: { ...(number !== '' && { 'x-business-number': String(number) }), ...headers },
});

export const saving = (number: number | string, body: unknown, more: Call = {}): Promise<Answer> =>
  call(saveQna, { ...at(number, more), body });
export const deleting = (number: number | string, qnaId: number | string, more: Call = {}): Promise<Answer> =>
  call(deleteQna, { ...at(number, more), path: { qnaId: String(qnaId) } });
export const listing = (
  number: number | string,
  query: Record<string, string> = {},
  body: unknown = {},
  more: Call = {},
): Promise<Answer> => call(getAllQna, { ...at(number, more), query, body });

export const asked = (text: string, more: object = {}) => ({
  question: `What about ${text} here?`,
  answers: [{ text: `Yes, ${text}.` }],
  ...more,
});

/** A new question; its id. */
export const saved = async (number: number, body: unknown, more: Call = {}): Promise<number> => {
  const answer = await saving(number, body, more);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
};

/** The ids on a page, in its order. */
export const ids = async (number: number, query: Record<string, string> = {}, body: unknown = {}) =>
  (await listing(number, query, body)).body.qnAs.map(({ id }: { id: number }) => id);
