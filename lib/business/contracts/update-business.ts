/**
 * Update business: changes the profile of one location, field by field. What a schema can't say stands in
 * `lib/business/rules`.
 */
import * as errors from '../../contract/error-rows.ts';
import type { Contract, Schema } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { profileErrors } from './profile-errors.ts';
import { profileProperties } from './profile-fields.ts';
import { updatedBusiness } from './updated-business.ts';

/** A profile as an operator's data file may bring it: any part of it. */
export const profile = { type: 'object', properties: profileProperties } as const;

const request = {
  title: 'BusinessUpdate',
  type: 'object',
  // Missing fields answer before any other violation, so they are asked for ahead of `properties`.
  allOf: [{ properties: { location: { required: ['zip'] } } }, { required: ['emailId', 'phone', 'services'] }],
  properties: profileProperties,
} as const;

export const updateBusiness = {
  id: 'updateBusiness',
  method: 'PUT',
  path: '/v1/business/{businessId}',
  summary: 'Update business',
  tag: 'Businesses',
  description: `Updates the profile of one location and answers with the profile as it then stands.

- A field left out keeps its stored value; \`null\` or an empty text clears it. Nested objects merge field by field, arrays
  are replaced whole.
- \`emailId\`, \`phone\` and \`services\` are required, and \`location.zip\` when \`location\` is sent.
- The first violation answers, in the order of the fields below; with \`Accept: application/problem+json\`, all of them do.
- A phone or fax outside the US, Canada, Puerto Rico and the US Virgin Islands may be international: \`+\` and 7 to 15
  digits. \`location.state\` has exactly 2 characters for US, CA and where no country is given.
- \`businessStatus\` must stand beside any of \`reopenDate\`, \`openedOnDate\` and \`openingSoonDate\`. Temporarily Closed
  needs a \`reopenDate\`; Opening Soon needs an \`openingSoonDate\` (or a \`reopenDate\` in its place) within a year from today.
  Today is the day in the time zone of the location.
- Send \`If-Match\` with the \`ETag\` of the last answer to update only what you have seen, \`Idempotency-Key\` to retry
  safely, and \`validateOnly=true\` to try without writing.`,
  module: 'business',
  pathParameters: { businessId: addressed(errors.businessNotFound, 'The business number of the location') },
  writes: true,
  etag: true,
  ifMatch: true,
  mendsText: true,
  // Read by path, never by its type, which is more than the compiler takes.
  request: request as Schema,
  reply: updatedBusiness,
  errors: {
    businessNotFound: errors.businessNotFound,
    nameBlank: errors.nameBlank,
    nameTooShort: errors.nameTooShort,
    nameTooLong: errors.nameTooLong,
    phoneInvalid: errors.phoneInvalid,
    faxInvalid: errors.faxInvalid,
    descriptionTooLong: errors.descriptionTooLong,
    keywordsTooLong: errors.keywordsTooLong,
    categoryInvalid: errors.categoryInvalid,
    ...profileErrors,
  },
  access: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
} as const satisfies Contract;
