/** Requests of list connectors against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { ACCOUNT, DEMO, demoConnectors } from './demo.cases.ts';
import type { listConnectors } from './list-connectors.ts';

export const listConnectorsCases: Cases<typeof listConnectors> = {
  parameters: { 'x-business-number': ACCOUNT },
  examples: [
    { summary: 'The connectors of an account', reply: { id: DEMO.set, connectors: demoConnectors }, ofDemo: true },
    {
      summary: 'An account without any',
      parameters: { 'x-business-number': 700200 },
      reply: { id: null, connectors: [] },
    },
  ],
  provocations: { businessInvalid: { parameters: { 'x-business-number': 799999 } } },
  foreign: { 'x-business-number': foreignAccount('x-business-number', errors.businessInvalid) },
};
