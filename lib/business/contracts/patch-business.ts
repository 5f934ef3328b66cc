/**
 * Patch business: changes some fields of a location or an account. It has the rules of update business, of which
 * `lib/business/rules/patch.ts` says what differs.
 */
import * as errors from '../../contract/error-rows.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract, Schema } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { completeRecord } from './get-business.ts';
import { patchProperties } from './patch-fields.ts';
import { profileErrors } from './profile-errors.ts';

/** The body of a patch, for a location and for an account. */
export const businessPatch = { title: 'BusinessPatch', type: 'object', properties: patchProperties } as const;

export const patchBusiness = {
  id: 'patchBusiness',
  method: 'PATCH',
  path: '/v1/business/{businessId}',
  summary: 'Patch business',
  tag: 'Businesses',
  description: `Changes the fields of a location or an account that the body names, and returns the record as get business does.

- The body is a JSON merge patch (RFC 7396). Send it as \`application/merge-patch+json\` or \`application/json\`. A field
  that you omit keeps its value; \`null\` or an empty text removes it; objects merge field by field, arrays are
  replaced entirely.
- A location has the fields and rules of update business, but nothing is required. What an update requires can't be
  removed. Rules check the record as it would be, and only what the patch changes: a date goes with the stored status,
  a subcategory with the stored category.
- An account has \`name\`, \`emailId\`, \`phone\`, \`websiteUrl\`, \`entityCategory\`, \`aggrOptions\`, \`location.zip\` (at most
  10 characters), \`location.countryCode\` and \`hierarchyLevels\`. Other fields are ignored.
- A patch that changes nothing keeps \`ETag\` and \`updatedAt\`. The response of get business, edited, is a patch.
- Send \`If-Match\` with the \`ETag\` of the last response to change only what you have seen, \`Idempotency-Key\` to retry
  safely, and \`validateOnly=true\` to validate without saving.`,
  module: 'business',
  pathParameters: { businessId: addressed(laterErrors.businessNotFound, 'The number of the location or account') },
  writes: true,
  etag: true,
  ifMatch: true,
  mergePatch: true,
  request: businessPatch as Schema,
  reply: completeRecord,
  sentBack: completeRecord,
  errors: {
    businessNotFound: laterErrors.businessNotFound,
    nameBlank: errors.nameBlank,
    nameTooShort: laterErrors.nameTooShort,
    nameTooLong: laterErrors.nameTooLong,
    phoneInvalid: laterErrors.phoneInvalid,
    faxInvalid: laterErrors.faxInvalid,
    descriptionTooLong: laterErrors.descriptionTooLong,
    keywordsTooLong: laterErrors.keywordsTooLong,
    categoryInvalid: laterErrors.categoryInvalid,
    zipTooLong: errors.zipTooLong,
    ...profileErrors,
  },
  access: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
} as const satisfies Contract;
