/** Builds the response of get business for a location or an account (docs/decisions.md: businesses). Pure. */
import type { JsonObject } from '../contract/coercion.ts';
import { nested } from '../contract/fields.ts';
import { writtenAt } from '../dynamodb/writes/marks.ts';
import type { StoredAccount } from '../partners/repository/account.ts';
import { businessReply, specialHoursReply } from './reply.ts';
import type { Business } from './repository/business.ts';
import { DEFAULT_TYPES, type Named } from './repository/directory.ts';

/** The fields that accounts and locations share. */
const shared = ({ status, createdAt, aggrOptions, item }: StoredAccount | Business) => ({
  status: status ?? 'active',
  // There are no public pages yet.
  baseUrl: '',
  reviewCount: 0,
  avgRating: 0,
  aggrOptions: aggrOptions ?? 1,
  ...(createdAt !== undefined && { createdAt }),
  ...(item && { updatedAt: writtenAt(item) }),
});

/** A location: the stored profile, with the field names of update business. */
const locationReply = (business: Business): JsonObject => {
  const { businessNumber, accountNumber, businessType, profile } = business;
  const { categoryList, location, ...answered } = businessReply(profile);
  const stored = nested(profile);
  const { specialHours } = stored;
  return {
    businessId: businessNumber,
    accountNumber,
    type: businessType ?? DEFAULT_TYPES.business,
    ...shared(business),
    category: categoryList.join(','),
    isSEOEnabled: true,
    ...stored,
    ...(Array.isArray(specialHours) && { specialHours: specialHoursReply(specialHours) }),
    ...answered,
    description: profile.description ?? '',
    location: { ...(stored.location as JsonObject | undefined), ...location },
  };
};

/** An account has no profile: its fields have the names of the corresponding profile fields. */
const accountReply = (account: StoredAccount): JsonObject => {
  const { accountNumber, businessType, parent, hierarchyLevels, name, emailId, phone, websiteUrl, entityCategory } =
    account;
  return {
    businessId: accountNumber,
    accountNumber,
    type: businessType ?? DEFAULT_TYPES.account,
    ...shared(account),
    parent: parent ?? null,
    hierarchyLevels: hierarchyLevels ?? [],
    name,
    emailId: emailId ?? '',
    phone: phone ?? '',
    websiteUrl: websiteUrl ?? '',
    // It has none: so the response is the body of an update, whatever the number is of.
    services: '',
    ...(entityCategory !== undefined && { entityCategory }),
    location: { zip: account['location.zip'] ?? '', countryCode: account['location.countryCode'] ?? '' },
  };
};

export const recordReply = (named: Named): JsonObject =>
  'account' in named ? accountReply(named.account) : locationReply(named.business);
