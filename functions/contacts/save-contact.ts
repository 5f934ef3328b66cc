/** POST /v1/customer-v2/external/saveCustomer: creates a contact, or updates one. */
import { saveContact } from '../../lib/contacts/contracts/save-contact.ts';
import { COUNTRIES } from '../../lib/contacts/contracts/stored-contact.ts';
import { contactReply } from '../../lib/contacts/reply.ts';
import { contacts } from '../../lib/contacts/repository/contact.ts';
import { sameAsAnswered, saveCommand } from '../../lib/contacts/rules/save-command.ts';
import { saveContactIn, wrongFields } from '../../lib/contacts/save.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { requireVersion, Versioned } from '../../lib/http/versions.ts';

export const handler = endpointWithRules(
  saveContact,
  {
    unchanged: async ({ store, query }, normalized) => {
      const { id } = normalized.body;
      // A value that is not a number is refused after the body.
      const isNamed = Number.isSafeInteger(id) && Number.isSafeInteger(query.businessId);
      const found = isNamed ? await contacts(store).find(query.businessId, { id: Number(id) }) : undefined;
      const contact = found?.contact;
      return { paths: contact ? sameAsAnswered(normalized, contactReply(contact, {})) : [], known: contact };
    },
    prepare: saveCommand,
    checkStored: async ({ store, query, body: { id, countryCode = 'US' }, prepared }) =>
      // Else it is not known which contact is meant, or of which country its phone is.
      (id === undefined || Number.isSafeInteger(id)) && COUNTRIES.includes(countryCode)
        ? wrongFields(store, { ...prepared, businessId: query.businessId })
        : [],
  },
  async ({ store, query, prepared, validateOnly, ifMatch }) => {
    const saved = await saveContactIn(store, {
      ...prepared,
      businessId: query.businessId,
      validateOnly,
      requireVersion: (version) => requireVersion(ifMatch, version),
    });
    if ('refused' in saved) throw new ApiError(saved.refused, saved);
    return new Versioned({ id: saved.id }, saved.version);
  },
);
