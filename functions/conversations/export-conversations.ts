/** POST /v1/messenger/export: the conversations of some days, with their messages. */
import { contacts } from '../../lib/contacts/repository/contact.ts';
import { places } from '../../lib/contacts/repository/place.ts';
import { contactIdentifier } from '../../lib/contacts/rules/contact-lookup.ts';
import { isObject } from '../../lib/contract/coercion.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { lacksAll } from '../../lib/contract/well-typed.ts';
import { CONTACT_BY, exportConversations, USUAL_SIZE } from '../../lib/conversations/contracts/export-conversations.ts';
import { exportedConversations } from '../../lib/conversations/export.ts';
import { daysOf } from '../../lib/conversations/rules/export-query.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { ApiError, refuse } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

const DEEPEST = 100_000;

/** The id of a contact that no one has. */
const NO_CONTACT = 0;

export const handler = endpointWithRules(
  exportConversations,
  {
    prepare: ({ body }) => {
      const { offset = 0, size = USUAL_SIZE, contact } = body;
      const now = clock.now();
      const days = daysOf(body, now);
      const violations = [
        ...(Number(offset) + Number(size) > DEEPEST ? [{ path: 'offset', error: laterErrors.pageTooDeep }] : []),
        ...(isObject(contact) && lacksAll(contact, CONTACT_BY)
          ? [{ path: 'contact', error: errors.emailOrPhoneRequired }]
          : []),
      ];
      // The account comes before the days.
      const late = 'violations' in days ? days.violations : [];
      return { prepared: { now, days }, violations, late };
    },
  },
  async ({ store, body, prepared: { now, days } }) => {
    const { businessNumber: number, offset = 0, size = USUAL_SIZE, contact, excludeCampaignMessages = 0 } = body;
    const place = await places(store).find(number);
    if (!place) throw new ApiError(errors.businessInvalid);
    if ('violations' in days) return refuse(days.violations);
    const { accountNumber, businessNumber } = place;
    const { customerId: id, email, phone } = contact ?? {};
    const asked = { ...(id !== undefined && { id }), ...(email && { email }), ...(phone && { phone }) };
    const found = contact && (await contacts(store).find(number, contactIdentifier(asked)));
    const exported = await exportedConversations(store, {
      ...{ accountNumber, businessNumber, days, offset, size, now },
      contactId: contact && (found?.contact?.id ?? NO_CONTACT),
      excludesCampaigns: excludeCampaignMessages === 1,
    });
    if ('refused' in exported) throw new ApiError(exported.refused);
    return exported;
  },
);
