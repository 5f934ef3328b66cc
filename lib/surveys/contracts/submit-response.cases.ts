/** Requests of submit response against the demo data. */
import type { Cases, Provocation } from '../../contract/cases.ts';
import { DEMO, foreignBusiness, foreignField, foreignSurvey, THEIR_ANSWER } from './demo.cases.ts';
import type { submitResponse } from './submit-response.ts';

const answers = [
  { questionId: 1, value: 9 },
  { questionId: 2, value: 'Quiet' },
];
const ada = { name: 'Ada Field', email: 'ada.field@mail.example' };

const by = (customer: object, violations?: Provocation['violations']) => ({
  body: { answers, customer: { ...ada, ...customer } },
  ...(violations && { violations }),
});

export const submitResponseCases: Cases<typeof submitResponse> = {
  parameters: { surveyId: DEMO.stay, businessId: 700106 },
  examples: [
    {
      summary: 'By a customer found by email',
      body: { answers, customer: ada, source: 'kiosk' },
      reply: { responseId: 412345678901234 },
      varies: ['responseId'],
    },
    {
      summary: 'The survey with values, incomplete',
      body: {
        answers: {
          surveyId: DEMO.stay,
          pages: [{ id: 1, questions: [{ id: 1, title: 'How was your stay?', type: 'rating', value: '8' }] }],
        },
        isComplete: 0,
        created: 1_764_676_800_000,
      },
      reply: { responseId: 412345678901235 },
      varies: ['responseId'],
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 700100 } },
    surveyInvalid: { parameters: { surveyId: 859999 } },
    responseComplete: {
      parameters: { surveyId: DEMO.visit, businessId: 700104 },
      body: { responseId: DEMO.complete },
      violations: [{ pointer: '/responseId' }],
    },
    contactNotFound: { body: { answers, customerId: 49_999 }, violations: [{ pointer: '/customerId' }] },
    nameBlank: by({ name: ' ' }, [{ pointer: '/customer/name' }]),
    nameTooLong: by({ name: 'x'.repeat(101) }, [{ pointer: '/customer/name', limit: 100, actual: 101 }]),
    emailBlank: by({ email: undefined }, [{ pointer: '/customer/email' }]),
    emailInvalid: by({ email: 'ada.field' }, [{ pointer: '/customer/email' }]),
    emailTooLong: by({ email: `${'o'.repeat(28)}@mail.example` }, [
      { pointer: '/customer/email', limit: 40, actual: 41 },
    ]),
    phoneInvalid: by({ phone: '555-0185' }, [{ pointer: '/customer/phone' }]),
    contactBlocked: by({ email: 'dev.raman@mail.example' }, [{ pointer: '/customer' }]),
    contactTaken: by({ email: 'oren.vale@mail.example', phone: '(805) 555-0171' }, [{ pointer: '/customer' }]),
    recordTooLarge: { unprovoked: 'test/functions/surveys/submit-response.test.ts' },
  },
  invalid: {
    body: { answers: [{ questionId: 1, value: 11 }] },
    message: 'answers[0].value (question 1, "How was your stay?") must be a whole number from 1 to 10',
    violations: [{ pointer: '/answers/0/value' }],
  },
  foreign: {
    surveyId: foreignSurvey(THEIR_ANSWER),
    businessId: foreignBusiness('businessId', THEIR_ANSWER),
    customerId: foreignField('customerId', 5043),
    responseId: foreignField('responseId', 400),
  },
};
