/** Reset sandbox: the partner's demo data anew. */
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
  description: `Only a sandbox has it; elsewhere there is no such path. Deletes every account of the partner with all that
belongs to it, subscriptions too, and loads the demo data: one account with three locations, a menu, contacts, questions, a
survey with responses, and reviews. Keys stay as they are, and so does what other partners have.

- Accounts and locations have new numbers after each reset, which the response names. Ids of contacts and surveys, external
  references and names are the same each time.
- It takes a second or two. A 503 leaves the work half done: send it again. One request deletes 40 accounts and locations at
  the most, and answers a 503 where there are more.
- While one reset is under way, another is answered with a 409.
- Lists and counts follow within seconds.`,
  reply: {
    title: 'SandboxData',
    type: 'object',
    required: ['accountNumber', 'accountName', 'locations', 'contactIds', 'surveyIds'],
    properties: {
      accountNumber: field(number, 'The account that was loaded; 0 in a dry run', 481520937465102),
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
} as const satisfies Contract;
