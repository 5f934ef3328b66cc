/** Reset sandbox: loads the partner's demo data again. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';

const number = { type: 'integer', format: 'int64', minimum: 0 } as const;
const ids = { type: 'array', items: number } as const;

export const resetSandbox = {
  id: 'resetSandbox',
  module: 'sandbox',
  method: 'POST',
  path: '/v1/sandbox/reset',
  summary: 'Reset sandbox',
  tag: 'Sandbox',
  description: `Available only in a sandbox. Deletes all of your accounts with everything that belongs to them, including
subscriptions, and loads the demo data: one account with three locations, a menu, contacts, questions, a survey with
responses, and reviews; a connector for each channel, whose URL is \`sandbox\`, and the channels of the first location.
Keys and the data of other partners stay.

- Accounts and locations have new numbers after each reset; the response names them. Ids of contacts and surveys,
  external references and names stay the same.
- A reset takes a second or two. If it returns 503, it is incomplete: send it again. One request deletes at most 40
  accounts and locations, and returns 503 if there are more.
- While a reset runs, another one returns 409, or 503 under an \`Idempotency-Key\`, be it the same one: repeat it.
- Lists and counts follow within seconds.`,
  reply: {
    title: 'SandboxData',
    type: 'object',
    required: ['accountNumber', 'accountName', 'locations', 'contactIds', 'surveyIds'],
    properties: {
      accountNumber: field(number, 'Account with the demo data; 0 in a dry run', 481520937465102),
      accountName: field(text, 'Its name', 'Copper Kettle Hospitality'),
      locations: field(
        {
          type: 'array',
          items: {
            title: 'SandboxLocation',
            type: 'object',
            required: ['businessNumber', 'name'],
            properties: {
              businessNumber: field(number, 'Its number; 0 in a dry run', 730914265118843),
              name: field(text, 'Its name', 'Copper Kettle Grill'),
            },
          },
        },
        'Its locations',
      ),
      contactIds: field(ids, 'Its contacts', [41001, 41002, 41004]),
      surveyIds: field(ids, 'Its surveys', [750001]),
    },
  },
  errors: { conflict: errors.conflict },
  access: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
  writes: true,
  lasting: true,
  // The demo data has connectors, with a secret that no response shows.
  secrets: true,
} as const satisfies Contract;
