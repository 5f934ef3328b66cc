/** What the demo data has of surveys, for the cases of their contracts. */
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount, foreignLocation } from '../../contract/foreign.ts';

/** Of account 700100; the second one has no responses. Location 700104 has two to the first. */
export const DEMO = { visit: 750001, stay: 750002, complete: 770001, incomplete: 770002 } as const;

/** Of the other partner, and what no one has. */
const THEIRS = { survey: 850001, response: 870001, contact: 43001 } as const;
const ABSENT = { survey: 859999, response: 879999, contact: 49999 } as const;

/** What answers the other partner's survey. */
export const THEIR_ANSWER = { answers: [{ questionId: 1, value: 'Yes' }] };

export const foreignSurvey = (body?: unknown) => {
  const request = (surveyId: number) => ({ parameters: { surveyId }, ...(body !== undefined && { body }) });
  return { foreign: request(THEIRS.survey), absent: request(ABSENT.survey), code: errors.surveyInvalid.code };
};

export const foreignBusiness = <Name extends string>(name: Name, body: unknown) =>
  foreignLocation(name, errors.businessInvalid, body);
export const foreignOwner = <Name extends string>(name: Name) => foreignAccount(name, errors.businessInvalid);

/** A field of the body that names what another partner has. */
export const foreignField = (name: 'customerId' | 'responseId', code: number) => {
  const of = (numbers: typeof THEIRS | typeof ABSENT) => (name === 'customerId' ? numbers.contact : numbers.response);
  const request = (numbers: typeof THEIRS | typeof ABSENT) => ({ body: { ...THEIR_ANSWER, [name]: of(numbers) } });
  return { foreign: request(THEIRS), absent: request(ABSENT), code };
};

/** The first survey, as get survey answers it. */
export const visit = {
  surveyId: DEMO.visit,
  name: 'How was your visit?',
  status: 'active',
  created: 1_735_808_400_000,
  lastModified: 1_735_808_400_000,
  responses: 2,
  questionCount: 4,
} as const;

export const visitPages = [
  {
    name: 'Your visit',
    id: 1,
    order: 1,
    questions: [
      {
        id: 1,
        order: 1,
        title: 'How likely are you to recommend us?',
        type: 'nps',
        required: true,
        minValue: 0,
        maxValue: 10,
      },
      { id: 2, order: 2, title: 'How was the food?', type: 'rating', required: false, minValue: 1, maxValue: 5 },
      {
        id: 3,
        order: 3,
        title: 'What did you have?',
        type: 'checkbox',
        required: false,
        choices: ['Breakfast', 'Lunch', 'Dinner', 'Drinks'],
      },
    ],
  },
  {
    name: 'In your words',
    id: 2,
    order: 2,
    questions: [{ id: 4, order: 1, title: 'What could be better?', type: 'textarea', required: false }],
  },
] as const;
