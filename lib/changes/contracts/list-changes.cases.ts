/** Requests of list changes against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import type { listChanges } from './list-changes.ts';

export const listChangesCases: Cases<typeof listChanges> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    {
      summary: 'From now on',
      reply: { changes: [], cursor: 'MTc5MDAwMDAwMDAwMCA0YmUxYTg3NDM1NmYwZDJj', hasMore: false },
      varies: ['cursor'],
    },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    cursorInvalid: { parameters: { cursor: 'none' }, violations: [{ pointer: '', parameter: 'cursor' }] },
  },
  invalid: {
    parameters: { types: 'BUSINESS_UPDATED,NO_EVENT' },
    message: 'types must be names of events',
    violations: [{ pointer: '', parameter: 'types' }],
  },
  foreign: { 'x-business-number': foreignAccount('x-business-number', errors.businessInvalid) },
};
