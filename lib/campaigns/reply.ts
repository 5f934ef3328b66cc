/** From a stored request to what get request answers. Pure. */
import type { ShownRequest } from './repository/requests.ts';
import { shownSources } from './rules/shown-sources.ts';

export const requestReply = ({ request, business, contact, sources }: ShownRequest) => {
  const { externalUId, businessNumber, contactId, surveyId, created } = request;
  return {
    externalUId,
    kind: surveyId === undefined ? ('review' as const) : ('survey' as const),
    businessId: businessNumber,
    businessName: String(business.profile.name ?? ''),
    logoUrl: String(business.profile.logoUrl ?? ''),
    customerId: contactId,
    firstName: String(contact.firstName ?? ''),
    surveyId: surveyId ?? null,
    sources: surveyId === undefined ? shownSources(sources, business.profile) : [],
    createdAt: new Date(created).toISOString(),
  };
};
