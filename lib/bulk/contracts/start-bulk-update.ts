/** Start bulk update: takes the rows of a job, and starts it. */
import { identifier, maxText, text, trueOrFalse } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed, recordNumber, versionToMatch } from '../../contract/parameters.ts';
import { wrongOffset } from '../rules/refusals.ts';
import { job } from './shared-schemas.ts';

const patch = field(
  { type: 'object', 'x-read': 'opaque' },
  'A merge patch, as patch business takes it for a location',
  { websiteUrl: 'https://copperkettle.example/' },
);

const { format: _, ...wholeNumber } = identifier;

/** `null` is none; another blank is an error, as in the header. */
const ifMatch = { ...versionToMatch, type: ['string', 'null'], 'x-blank': 'null' } as const;

export const startBulkUpdate = {
  id: 'startBulkUpdate',
  module: 'bulk',
  method: 'POST',
  path: '/v1/business/bulk',
  summary: 'Start bulk update',
  tag: 'Bulk updates',
  description: `Patches many locations of one account. The response comes immediately; a job executes the rows as patch business
would, each one once. Follow it with get bulk update, or with the event BULK_UPDATE_ENDED.

- Send \`updates\`, up to 1,000 rows; or \`patch\` with \`businessNumbers\`, one patch for up to 10,000 locations, or for all
  of the account if the list is empty or omitted.
- For more rows send \`start: false\`, then further requests with the \`jobId\` of the response and the \`offset\` that the job
  has reached. The last one starts the job. A job is open for 24 hours.
- \`dryRun\` validates each row and writes nothing. \`validateOnly\` validates this request alone.
- A request is refused if a row is malformed, and no row is taken. What a patch says, and whether its location exists, is
  checked when the row is executed.
- Your plan limits the rows of a job (20191) and of a day (89). 20 jobs of an account may be open or running (20190).`,
  headers: {
    'x-business-number': addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
  },
  writes: true,
  accepted: true,
  lasting: true,
  bucket: 'writes',
  bulkPlans: true,
  request: {
    title: 'BulkUpdateToStart',
    type: 'object',
    'x-one-of': [['updates'], ['patch'], ['jobId']],
    properties: {
      updates: field(
        {
          type: 'array',
          maxItems: 1000,
          items: {
            title: 'BulkRow',
            type: 'object',
            required: ['businessNumber', 'patch'],
            properties: {
              businessNumber: field(recordNumber, 'The location', 700101),
              patch,
              ifMatch: field(ifMatch, 'Change only this version of it: an `ETag`. `""` is an error', '"3"'),
            },
          },
        },
        'A patch for each location; a location may be named twice, and its rows are executed in order',
      ),
      patch,
      businessNumbers: field(
        { type: 'array', items: recordNumber, 'x-limits': { maxItems: 10_000 } },
        'The locations that `patch` is for; each counts once',
        [700101, 700102],
      ),
      jobId: field(text, 'Adds the rows to this open job', 'blk_3f9a1c5b7d2e4f60'),
      offset: field(
        { ...wholeNumber, minimum: 0 },
        'With `jobId`: how many rows the job has so far. Another number is a 409',
        1000,
      ),
      start: field(trueOrFalse, 'Whether to start the job; true by default', true),
      dryRun: field(trueOrFalse, 'In the first request: whether rows are only validated', false),
      note: field(maxText(200), 'In the first request: a note for yourself', 'Holiday hours'),
    },
  },
  reply: job,
  errors: {
    businessInvalid: errors.businessInvalid,
    jobNotFound: errors.routeNotFound,
    bulkUpdateNotOpen: errors.bulkUpdateNotOpen,
    tooManyBulkRows: errors.tooManyBulkRows,
    wrongOffset: wrongOffset(2),
    rateLimitExceeded: errors.rateLimitExceeded,
  },
  access: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
} as const satisfies Contract;
