/** POST /v1/customer-v2/external/getCustomer: one contact by id, cid, email or phone. */
import { getContact } from '../../lib/contacts/contracts/get-contact.ts';
import { contactReply } from '../../lib/contacts/reply.ts';
import { contacts } from '../../lib/contacts/repository/contact.ts';
import { contactIdentifier } from '../../lib/contacts/rules/contact-lookup.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { Versioned } from '../../lib/http/versions.ts';
import { contactScores } from '../../lib/insight/repository/contact-scores.ts';

export const handler = endpoint(getContact, async ({ store, query, body }) => {
  const identifier = contactIdentifier(body);
  const found = await contacts(store).find(query.businessId, identifier);
  if (!found) throw new ApiError(errors.accountNotFound);
  if (!found.contact) throw new ApiError(errors.contactNotFound);
  const cid = 'cid' in identifier ? identifier.cid : undefined;
  const { accountNumber, contact, version } = found;
  const said = body.experienceScore ? await contactScores(store).latest(accountNumber, contact.id) : undefined;
  const scored = said ? { ...contact, experienceScore: said.score, experienceScoreSource: said.source } : contact;
  return new Versioned(contactReply(scored, { cid, experienceScore: body.experienceScore }), version);
});
