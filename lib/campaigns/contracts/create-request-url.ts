/** Create request URL: asks a customer for a review, or for answers to a survey. */
import * as errors from '../../contract/error-rows.ts';
import { locationNotActive, sequenceFull } from '../../contract/errors.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { recordNumber } from '../../contract/parameters.ts';
import { SEND_VIA } from '../rules/request-command.ts';
import { id, noBusiness } from './shared-schemas.ts';

/** A number that names a record: what is wrong with it is found where the record is looked for. */
const naming = { 'x-read': 'opaque', 'x-limits': recordNumber } as const;

export const createRequestUrl = {
  id: 'createRequestUrl',
  module: 'campaigns',
  method: 'POST',
  path: '/v1/campaign/external/campaign-request-url',
  summary: 'Create request URL',
  tag: 'Campaigns',
  description: `Asks a contact for a review of a location, or for answers to a survey: creates a link that only they know, and sends
it to them if you like.

- The link leads to a page of yours, whose backend calls [get request](#operation/getRequest) with its last part. It is
  good for 90 days. The page is the account's ([set default review sources](#operation/setDefaultReviewSources)), else
  the one of the service; without either, the response is 400.
- With \`surveyId\` the request is for that survey, and \`templateId\` is optional.
- \`sendVia\` sends the template's text over the conversation of location and contact, as a campaign message: what
  refuses a campaign message there refuses the request.
- The contact gets an activity \`requested\`. Sends \`CONTACT_ACTIVITY_UPDATE\`, with \`sendVia\` also what sending a message
  does.
- Each call creates another request. Send an \`Idempotency-Key\` so that a retry asks no one twice.`,
  writes: true,
  lasting: true,
  secretReply: true,
  requestPage: true,
  request: {
    title: 'RequestToCreate',
    type: 'object',
    properties: {
      checkinId: field(recordNumber, 'A number of your own for the visit; stored, and in no response', 51002),
      sendVia: field(
        { enum: SEND_VIA, 'x-read': 'choice' },
        'How the contact is sent the link: none (default), sms or email',
        'none',
      ),
      // Checked after the fields above, as what it names is.
      businessId: field(
        { ...recordNumber, 'x-missing': 0, 'x-blank': 'check', 'x-errors': noBusiness },
        'The location',
        700101,
      ),
      customerId: field({ ...naming, 'x-missing': 0, 'x-blank': 'check' }, 'A contact who is mapped to it', 41001),
      surveyId: field(naming, 'A survey of the account', 750001),
      templateId: field(
        naming,
        'A template: of kind review, or of kind survey with `surveyId`. Required without `surveyId`; with it, 2 by default',
        1,
      ),
    },
  },
  reply: {
    title: 'RequestCreated',
    type: 'object',
    required: ['externalUId', 'url', 'messageId'],
    properties: {
      externalUId: field(id, 'The number of the request; 0 in a dry run', 412345678901234),
      url: field(
        { type: 'string' },
        'The link; empty in a dry run',
        'https://feedback.copperkettle.example/r/412345678901234.0123456789abcdef0123456789abcdef',
      ),
      messageId: field(
        { type: ['string', 'null'] },
        'The message with the link, if one is sent; "0" in a dry run',
        'msg_1770112800000_0123456789abcdef',
      ),
    },
  },
  errors: {
    businessInvalid: errors.businessInvalid,
    customerIdInvalid: errors.customerIdInvalid,
    surveyInvalid: errors.surveyInvalid,
    templateInvalid: errors.templateInvalid,
    locationNotActive,
    contactBlocked: errors.contactBlocked,
    emailOrPhoneRequired: errors.emailOrPhoneRequired,
    sequenceFull,
  },
  bodyIdentifiers: ['businessId', 'customerId', 'surveyId'],
  access: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
