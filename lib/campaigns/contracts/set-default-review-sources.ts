/** Set default review sources: those that the requests of locations offer, and the page of an account. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { recordNumber } from '../../contract/parameters.ts';
import { MOST_SOURCES } from '../repository/review-sources.ts';
import { LONGEST_PAGE_URL, PAGE_URL } from '../rules/link.ts';
import { noBusiness } from './shared-schemas.ts';

/** One transaction holds them, the account and the idempotency record. */
const MOST_LOCATIONS = 90;

const atLeastOne = { minItems: 'must have at least 1 item' } as const;

export const setDefaultReviewSources = {
  id: 'setDefaultReviewSources',
  module: 'campaigns',
  method: 'POST',
  path: '/v1/campaign/external/default-review-sources',
  summary: 'Set default review sources',
  tag: 'Campaigns',
  description: `Sets the review sources that [requests](#operation/createRequestUrl) of these locations offer, in their order.

- \`sources\` become those of the account too. Without \`sources\`, the locations get those of the account.
- A location that was given none has those of its account; an account without any has \`alpha\` and \`beta\`.
- \`pageUrl\` is the page to which the links of the account's requests lead; \`""\` removes it, and the page of the service
  takes its place, if it has one.
- All locations are changed, or none.`,
  writes: true,
  lasting: true,
  request: {
    title: 'DefaultReviewSources',
    type: 'object',
    required: ['businessIds'],
    properties: {
      businessIds: field(
        {
          type: 'array',
          'x-blank': 'check',
          // Any number is accepted: one that can't be a location's is answered like an unknown location (1011).
          items: { type: 'number', format: 'int64' },
          minItems: 1,
          maxItems: MOST_LOCATIONS,
          'x-errors': atLeastOne,
        },
        `Locations of the account, 1 to ${MOST_LOCATIONS}. A number that is none of them returns 1011, and the message names it`,
        [700101, 700102],
      ),
      sources: field(
        {
          type: 'array',
          items: text,
          'x-read': 'list',
          'x-blank': 'check',
          minItems: 1,
          maxItems: MOST_SOURCES,
          'x-errors': atLeastOne,
        },
        `Aliases of review sources, case-insensitive, 1 to ${MOST_SOURCES}, each once`,
        ['alpha', 'maps'],
      ),
      pageUrl: field(
        {
          type: 'string',
          maxLength: LONGEST_PAGE_URL,
          pattern: PAGE_URL,
          'x-errors': { pattern: 'must be an https URL without a query' },
        },
        `Page of the account for requests: https, at most ${LONGEST_PAGE_URL} characters, no query`,
        'https://feedback.copperkettle.example/r',
      ),
      // Checked last, as what it names is.
      resellerId: field(
        { ...recordNumber, 'x-missing': 0, 'x-blank': 'check', 'x-errors': noBusiness },
        'The account',
        700100,
      ),
    },
  },
  reply: { title: 'DefaultReviewSourcesSet', type: 'object', properties: {}, description: 'Always empty' },
  errors: { businessInvalid: errors.businessInvalid },
  bodyIdentifiers: ['businessIds', 'resellerId'],
  access: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
