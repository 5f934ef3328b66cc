/** Requests of rotate secret against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { DEMO, foreignSubscription, nobodys } from './demo.cases.ts';
import type { rotateSecret } from './rotate-secret.ts';

export const rotateSecretCases: Cases<typeof rotateSecret> = {
  parameters: { subscriptionId: DEMO.account },
  examples: [
    {
      summary: 'Both sign for two days',
      body: { overlapHours: 48 },
      reply: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
      varies: ['secret'],
    },
  ],
  provocations: {
    subscriptionNotFound: nobodys,
    conflict: { unprovoked: 'test/functions/subscriptions/rotate-secret.test.ts' },
  },
  invalid: {
    body: { overlapHours: 169 },
    message: 'overlapHours must be a whole number from 0 to 168',
    violations: [{ pointer: '/overlapHours', limit: 168, actual: 169 }],
  },
  foreign: { subscriptionId: foreignSubscription },
};
