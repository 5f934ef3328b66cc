/** Requests of reset sandbox. */
import type { Cases } from '../../contract/cases.ts';
import type { resetSandbox } from './reset-sandbox.ts';

const names = ['Copper Kettle Grill', 'Copper Kettle Coffee', 'The Night Heron'];

const loaded = (accountNumber: number, businessNumbers: readonly number[]) => ({
  accountNumber,
  accountName: 'Copper Kettle Hospitality',
  locations: names.map((name, index) => ({ businessNumber: businessNumbers[index], name })),
  contactIds: [41001, 41002, 41004],
  surveyIds: [750001],
});

export const resetSandboxCases: Cases<typeof resetSandbox> = {
  parameters: {},
  examples: [
    {
      summary: 'Reset the demo data',
      reply: loaded(481520937465102, [730914265118843, 215603918847720, 664190037251986]),
      varies: ['accountNumber', 'locations'],
    },
    { summary: 'Dry run', parameters: { validateOnly: true }, reply: loaded(0, [0, 0, 0]) },
  ],
  provocations: { conflict: { unprovoked: 'test/functions/sandbox/reset-sandbox.test.ts' } },
  invalid: {
    parameters: { validateOnly: 'maybe' },
    message: 'validateOnly must be true or false',
    violations: [{ pointer: '', parameter: 'validateOnly' }],
  },
  foreign: {},
};
