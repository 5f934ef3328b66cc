/** The bodies of error responses as schemas of the document. */
import { field } from '../../../../lib/contract/field.ts';

const text = { type: 'string' } as const;
const integer = { type: 'integer' } as const;
const number = { type: 'number', format: 'double' } as const;

export const apiError = {
  title: 'ApiError',
  type: 'object',
  description: 'An error, whoever answers it: a function, the authorizer or the gateway',
  required: ['code', 'message'],
  properties: {
    code: field(integer, 'One of the error codes; one that you do not know is to be treated by the HTTP status', 1175),
    message: field(text, 'For people; its wording may change', 'No business exists with the given id'),
  },
} as const;

const violation = {
  title: 'Violation',
  type: 'object',
  description: 'A rule that is broken',
  required: ['code', 'message'],
  properties: {
    pointer: field(text, 'JSON Pointer (RFC 6901) of the field in the body', '/location/zip'),
    code: field(integer, 'The error code', 1046),
    message: field(text, 'For people', 'Business name must have at most 250 characters'),
    limit: field(number, 'The limit of the rule', 250),
    actual: field(number, 'The length of the value, its number of items, or the value itself', 251),
  },
} as const;

export const problem = {
  title: 'Problem',
  type: 'object',
  description: 'Problem details (RFC 9457)',
  required: ['type', 'title', 'status', 'detail', 'code', 'message', 'errors'],
  properties: {
    type: field(
      { ...text, format: 'uri' },
      'A URN that identifies the error; it ends in the code',
      'urn:partner-listing-api:error:1046',
    ),
    title: field(text, 'The same as the message', 'Business name must have at most 250 characters'),
    status: field(integer, 'The HTTP status', 401),
    detail: field(text, 'The same as the message', 'Business name must have at most 250 characters'),
    code: field(integer, 'The code of the plain error: that of the first violation', 1046),
    message: field(text, 'For people; its wording may change', 'Business name must have at most 250 characters'),
    errors: field(
      { type: 'array', minItems: 1, items: violation },
      'Every violated rule, up to 1000; the first is the one that the plain error names',
    ),
  },
} as const;
