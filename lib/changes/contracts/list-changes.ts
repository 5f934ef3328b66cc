/** List changes: the events of an account, to be read again and again from where the last page ended. */
import { text, trueOrFalse } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressedLate } from '../../contract/parameters.ts';

const NO_TIME = 'must be a time in epoch milliseconds';
const sizes = { type: 'must be a whole number from 1', minimum: 'must be a whole number from 1' };

export const listChanges = {
  id: 'listChanges',
  module: 'changes',
  method: 'GET',
  path: '/v1/changes',
  summary: 'List changes',
  tag: 'Changes',
  description: `Lists the events of an account, the oldest first, whether or not you have subscribed to them: what you need to keep a
copy of its data.

- First call without \`cursor\` and \`from\`: the response is empty, and its \`cursor\` begins now. Then read everything once
  (list calls, search businesses), and call with the last \`cursor\` from then on. Continue immediately while \`hasMore\` is true.
- \`from\` begins at a time of the last 30 days instead.
- Nothing is lost. An event may be returned twice, with the same \`id\`. It is returned some 10 seconds after the change.
  Entries are in the order in which they were noted: read the record for its state.
- If the number in the header is that of a location, only the events about it are returned, and those whose lists were
  \`truncated\`. A filtered page may be short or empty while \`hasMore\` is true.
- A cursor that is malformed, or older than 30 days, returns 20192: begin again without a cursor, and read everything again.`,
  query: {
    cursor: { description: 'The `cursor` of the last response', schema: { type: 'string' } },
    from: {
      description: 'For a first call: the time to begin at, in epoch milliseconds, within the last 30 days',
      schema: {
        type: 'integer',
        minimum: 0,
        maximum: 9_999_999_999_999,
        'x-errors': { type: NO_TIME, minimum: NO_TIME, maximum: NO_TIME },
      },
    },
    pageSize: {
      description: 'The most entries of a page, 100 by default',
      schema: { type: 'integer', minimum: 1, maximum: 1000, 'x-errors': sizes },
    },
    types: {
      description: 'Only events of these names, comma-separated; all by default',
      schema: { type: 'string', maxLength: 4000, 'x-read': 'text-list' },
    },
  },
  headers: {
    // The function checks the query first.
    'x-business-number': addressedLate(errors.businessInvalid, 'The number of an account, or of one of its locations'),
  },
  reply: {
    title: 'Changes',
    type: 'object',
    required: ['changes', 'cursor', 'hasMore'],
    properties: {
      changes: field(
        {
          type: 'array',
          items: {
            title: 'Change',
            type: 'object',
            required: ['id', 'type', 'timestamp', 'businessNumber', 'data'],
            properties: {
              id: field(text, 'Id of the event: the same as in a webhook', 'evt_3f9a1c5b7d2e4f608a1b2c3d4e'),
              type: field(text, 'Name of the event', 'BUSINESS_UPDATED'),
              timestamp: field(
                { ...text, format: 'date-time' },
                'When the change was committed, ISO 8601 in UTC',
                '2026-03-04T05:06:07.890Z',
              ),
              businessNumber: field({ type: 'integer', format: 'int64' }, 'The account', 700100),
              data: field(
                { type: 'object', 'x-read': 'opaque' },
                '`data` of the event, as in a webhook; `truncated` is true if its lists were cut to 1 KB',
                { businessId: 700101, accountNumber: 700100, type: 'Enterprise-Location', changed: ['name'] },
              ),
            },
          },
        },
        'Oldest first',
      ),
      cursor: field(text, 'Send it with the next call', 'MTc5MDAwMDAwMDAwMCA0YmUxYTg3NDM1NmYwZDJj'),
      hasMore: field(trueOrFalse, 'Whether more entries are there already', false),
    },
  },
  errors: { businessInvalid: errors.businessInvalid, cursorInvalid: errors.cursorInvalid },
  feed: 'reads',
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
