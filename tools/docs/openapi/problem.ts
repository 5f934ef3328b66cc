/** The bodies of error responses as schemas of the document. */
import { field } from '../../../lib/contract/field.ts';

const text = { type: 'string' } as const;
const integer = { type: 'integer' } as const;
const number = { type: 'number', format: 'double' } as const;

export const apiError = {
  title: 'ApiError',
  type: 'object',
  description: 'Body of every error',
  required: ['code', 'message'],
  properties: {
    code: field(integer, 'Error code. Handle an unknown code by its HTTP status', 1175),
    message: field(text, 'Message for people; the text may change', 'No business exists with the given id'),
  },
} as const;

const violation = {
  title: 'Violation',
  type: 'object',
  description: 'An error',
  required: ['code', 'message'],
  properties: {
    pointer: field(text, 'JSON Pointer (RFC 6901) of the field in the body; empty for a parameter', '/location/zip'),
    parameter: field(text, 'Name of the wrong parameter, if the error is not in the body', 'count'),
    code: field(integer, 'The error code', 1046),
    message: field(text, 'For people', 'Business name must have at most 250 characters'),
    limit: field(number, 'The limit of the rule', 250),
    actual: field(number, 'Actual length, number of items, or value', 251),
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
    title: field(
      text,
      'A summary of the type, the same for every error of this code',
      'Business name must have at most 250 characters',
    ),
    status: field(integer, 'The HTTP status', 401),
    detail: field(text, 'Same as `message`', 'Business name must have at most 250 characters'),
    code: field(integer, 'Code of the first error', 1046),
    message: field(text, 'Message for people; the text may change', 'Business name must have at most 250 characters'),
    errors: field(
      { type: 'array', minItems: 1, items: violation },
      'All wrong parameters and fields, up to 1000; the first one is the error in `code` and `message`',
    ),
  },
} as const;
