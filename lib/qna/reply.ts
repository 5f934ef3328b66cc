/** Questions as they are answered. Pure. */
import type { Question } from './repository/question.ts';

export const questionReply = ({ id, question, updatedDate, answers, businessNumbers }: Question) => ({
  id,
  question: { text: question, updatedDate, answers: answers.map((text) => ({ text })) },
  allLocations: businessNumbers.length === 0,
  source: 'USER',
  sourceType: 'API',
  sourceValue: '',
  businessNumbers,
});
