/** POST /v1/customer-v2/external/getCustomer: one contact by id, cid, email or phone (spec 4.2). */
import validate from 'validator:getContact';
import { getContact } from '../../lib/contacts/contracts/get-contact.ts';
import { contactReply } from '../../lib/contacts/reply.ts';
import { findContact } from '../../lib/contacts/repository/contact.ts';
import { contactIdentifier } from '../../lib/contacts/rules/contact-lookup.ts';
import { errors } from '../../lib/contract/errors.ts';
import type { BodyOf } from '../../lib/contract/operation.ts';
import { serviceTable } from '../../lib/dynamodb/environment.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { apiKeyLookup } from '../../lib/partners/key-lookup.ts';
import { numberFrom } from '../../lib/partners/repository/account.ts';

export const handler = endpoint<BodyOf<typeof getContact.request>>(
  getContact,
  { findPartner: apiKeyLookup(serviceTable), validate, validateAll: () => import('validator-all:getContact') },
  async ({ partnerId, query, body }) => {
    const businessId = numberFrom(query.businessId);
    if (businessId === undefined) throw new ApiError(errors.accountNotFound);
    const identifier = contactIdentifier(body);
    const contact = await findContact(serviceTable(), partnerId, businessId, identifier);
    if (contact === undefined) throw new ApiError(errors.accountNotFound);
    if (contact === null) throw new ApiError(errors.contactNotFound);
    const cid = 'cid' in identifier ? identifier.cid : undefined;
    return contactReply(contact, { cid, experienceScore: body.experienceScore });
  },
);
