/** Requests of create survey against the demo data. */
import type { Cases, Provocation } from '../../contract/cases.ts';
import type { createSurvey } from './create-survey.ts';
import { foreignOwner } from './demo.cases.ts';

const nps = { title: 'Would you come back?', type: 'nps', required: true };
const drink = { title: 'What did you drink?', type: 'radio', choices: ['Coffee', 'Tea'] };
const survey = { surveyName: 'The new lunch menu', pages: [{ title: 'Lunch', questions: [nps, drink] }] };

const sent = (fields: object, violations?: Provocation['violations']) => ({
  body: { ...survey, ...fields },
  ...(violations && { violations }),
});
const asked = (question: object, violations?: Provocation['violations']) =>
  sent({ pages: [{ questions: [question] }] }, violations);
const first = '/pages/0/questions/0';

export const createSurveyCases: Cases<typeof createSurvey> = {
  parameters: { businessId: 700100 },
  examples: [
    {
      summary: 'A page of two questions',
      body: { ...survey, surveyType: 'traditional', thankYouMessage: 'See you again soon!' },
      reply: { surveyId: 412345678901234 },
      varies: ['surveyId'],
    },
    {
      summary: 'One question, for each way to put it',
      body: { surveyName: 'Coffee or tea?', surveyType: 'pickone', pages: [{ questions: [drink] }] },
      reply: { surveyId: 412345678901235 },
      varies: ['surveyId'],
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 700101 } },
    surveyTypeInvalid: sent({ surveyType: 'quiz' }, [{ pointer: '/surveyType' }]),
    boundsReversed: asked({ title: 'How was it?', type: 'rating', minValue: 5 }, [{ pointer: `${first}/minValue` }]),
    questionsRequired: sent({ pages: [{ title: 'Lunch' }] }, [{ pointer: '/pages/0/questions', limit: 1, actual: 0 }]),
    minValueInvalid: asked({ title: 'How was it?', type: 'rating', minValue: -1 }, [{ pointer: `${first}/minValue` }]),
    maxValueInvalid: asked({ title: 'How was it?', type: 'rating', maxValue: 11 }, [{ pointer: `${first}/maxValue` }]),
    pickOneQuestion: sent({ surveyType: 'pickone' }, [{ pointer: '/pages' }]),
    questionNotInPulse: sent({ surveyType: 'pulse' }, [{ pointer: '/pages/0/questions/1/type' }]),
    surveyNameRequired: sent({ surveyName: ' ' }, [{ pointer: '/surveyName' }]),
    questionTypeBlank: asked({ title: 'How was it?' }, [{ pointer: `${first}/type` }]),
    ownerEmailInvalid: sent({ ownerEmailId: 'owner' }, [{ pointer: '/ownerEmailId' }]),
    choicesBlank: asked({ title: 'Which?', type: 'radio', choices: ['Coffee', ' '] }, [
      { pointer: `${first}/choices` },
    ]),
    questionTypeUnknown: asked({ title: 'How was it?', type: 'stars' }, [{ pointer: `${first}/type` }]),
    recordTooLarge: {
      body: {
        ...survey,
        pages: [
          {
            questions: Array.from({ length: 60 }, (_, index) => ({
              title: `Which of ${index}?`,
              type: 'radio',
              choices: Array.from({ length: 10 }, (_each, place) => `${place} ${'x'.repeat(240)}`),
            })),
          },
        ],
      },
    },
  },
  invalid: {
    ...asked({ type: 'nps' }),
    message: 'pages[0].questions[0].title is required',
    violations: [{ pointer: `${first}/title` }],
  },
  foreign: { businessId: foreignOwner('businessId') },
};
