/** Scores of a response (docs/surveys.md: scores). Pure. */
import type { Answer, Question } from '../repository/question.ts';
import type { SurveyResponse } from '../repository/response.ts';

/** Where a number lies between the bounds of its question, 0 to 1. */
const shareOf = ({ minValue, maxValue }: Question, value: number): number =>
  (value - Number(minValue)) / (Number(maxValue) - Number(minValue));

/** Only of what is complete. */
export const scoresOf = (
  questions: readonly Question[],
  answers: readonly Answer[],
  completed: boolean,
): Pick<SurveyResponse, 'overallScore' | 'nps' | 'ratings'> => {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const numbers = (completed ? answers : []).flatMap(({ questionId, value }) => {
    const question = byId.get(questionId);
    return question && typeof value === 'number' ? [{ question, value, share: shareOf(question, value) }] : [];
  });
  const sum = numbers.reduce((total, { share }) => total + share * 100, 0);
  return {
    overallScore: numbers.length > 0 ? sum / numbers.length : null,
    nps: numbers.flatMap(({ question: { type }, value }) => (type === 'nps' ? [value] : [])),
    ratings: numbers.flatMap(({ question: { type }, share }) => (type === 'rating' ? [1 + share * 4] : [])),
  };
};
