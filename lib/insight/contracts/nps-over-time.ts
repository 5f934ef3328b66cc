/** NPS over time: what customers of locations answer to nps questions. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { locations, NPS_FIGURES, npsFigures, overTime, PERIODS, place, time, timeErrors } from './report-schemas.ts';

export const npsOverTime = {
  id: 'npsOverTime',
  module: 'insight',
  method: 'POST',
  path: '/v1/reports/nps/time/elst',
  summary: 'NPS over time',
  tag: 'Reports',
  description: `Counts the answers to nps questions in complete survey responses and returns their net promoter score, period by period.

- ${PERIODS}
- A response belongs to the day of its \`created\`, in UTC.
- Figures follow responses within seconds. A report that covers too many locations and days returns 400.`,
  headers: place,
  request: {
    title: 'NpsOverTimeQuery',
    type: 'object',
    properties: {
      businessNumbers: locations,
      ...time,
      surveyId: field(
        { type: 'number', format: 'int64', 'x-errors': { type: errors.surveyInvalid } },
        'Only answers to this survey of the account',
        750001,
      ),
    },
  },
  reply: overTime('NpsReport', NPS_FIGURES, npsFigures),
  errors: {
    businessInvalid: errors.businessInvalid,
    businessNumbersRequired: errors.businessNumbersRequired,
    ...timeErrors,
    surveyInvalid: errors.surveyInvalid,
  },
  bodyIdentifiers: ['businessNumbers', 'surveyId'],
  access: ['BatchGetItem', 'GetItem', 'Query'],
} as const satisfies Contract;
