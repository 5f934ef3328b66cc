/** POST /v1/customer-v2/external/getCustomer: one contact by id, cid, email or phone (spec 4.2). */
import validate from 'validator:getContact';
import { errors } from '../lib/api/errors.ts';
import { getContact } from '../lib/api/get-contact.ts';
import type { BodyOf } from '../lib/api/operation.ts';
import { ApiError } from '../lib/http/api-error.ts';
import { endpoint } from '../lib/http/endpoint.ts';
import { contactReply } from '../lib/replies/contact-reply.ts';
import { contactIdentifier } from '../lib/rules/contact-lookup.ts';
import { findContact } from '../lib/store/contacts.ts';
import { serviceTable } from '../lib/store/environment.ts';
import { numberFrom } from '../lib/store/owners.ts';
import { apiKeyLookup } from '../lib/store/partners.ts';

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
