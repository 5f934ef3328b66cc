/**
 * Update business: changes the profile of one location, field by field. `lib/business/rules` has the rules that a
 * schema can't express.
 */
import * as errors from '../../contract/error-rows.ts';
import type { Contract, Schema } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { completeRecord } from './get-business.ts';
import { profileErrors } from './profile-errors.ts';
import { profileProperties } from './profile-fields.ts';
import { updatedBusiness } from './updated-business.ts';

/** A profile in an operator's data file, which may have any of the fields. */
export const profile = { type: 'object', properties: profileProperties } as const;

const request = {
  title: 'BusinessUpdate',
  type: 'object',
  // Missing fields are reported before other violations, so they are required ahead of `properties`.
  allOf: [{ properties: { location: { required: ['zip'] } } }, { required: ['emailId', 'phone', 'services'] }],
  properties: profileProperties,
} as const;

export const updateBusiness = {
  id: 'updateBusiness',
  method: 'PUT',
  path: '/v1/business/{businessId}',
  summary: 'Update business',
  tag: 'Businesses',
  description: `Updates the profile of a location and returns the updated profile.

- Fields you omit keep their values; \`null\` or an empty text clears a field. Nested objects are merged field by field,
  arrays are replaced.
- \`emailId\`, \`phone\` and \`services\` are required; so is \`location.zip\` if you send \`location\`.
- The response reports the first error, in the order of the fields below. With \`Accept: application/problem+json\` it
  reports all of them.
- Phone and fax have 10 digits in the US, Canada, Puerto Rico and the US Virgin Islands; elsewhere they may also be
  \`+\` and 7 to 15 digits. \`location.state\` has exactly 2 characters in the US and Canada, and if no country is known.
- \`reopenDate\`, \`openedOnDate\` and \`openingSoonDate\` require \`businessStatus\`. Temporarily Closed requires a
  \`reopenDate\`. Opening Soon requires an \`openingSoonDate\` (or a \`reopenDate\` instead) within a year from today, in
  the time zone of the location.
- Send \`If-Match\` with the last \`ETag\` so that you don't overwrite another change, \`Idempotency-Key\` to retry safely,
  and \`validateOnly=true\` to validate without saving.`,
  module: 'business',
  pathParameters: { businessId: addressed(errors.businessNotFound, 'The business number of the location') },
  writes: true,
  etag: true,
  ifMatch: true,
  repairsText: true,
  // Typed as `Schema`, as its own type is too large for the compiler; the body is read by path.
  request: request as Schema,
  reply: updatedBusiness,
  sentBack: completeRecord,
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
