/** A location or an account as get business answers it (docs/decisions.md: businesses). Pure. */
import type { JsonObject } from '../contract/coercion.ts';
import { nested } from '../contract/fields.ts';
import { writtenAt } from '../dynamodb/marks.ts';
import type { StoredAccount } from '../partners/repository/account.ts';
import { businessReply } from './reply.ts';
import type { Business } from './repository/business.ts';
import { DEFAULT_TYPES, type Named } from './repository/directory.ts';

/** What accounts and locations answer alike. */
const shared = ({ status, createdAt, aggrOptions, item }: StoredAccount | Business) => ({
  status: status ?? 'active',
  // No page of ours is public yet.
  baseUrl: '',
  reviewCount: 0,
  avgRating: 0,
  aggrOptions: aggrOptions ?? 1,
  ...(createdAt !== undefined && { createdAt }),
  ...(item && { updatedAt: writtenAt(item) }),
});

/** A location: the profile as it is stored, in the spelling of update business. */
const locationReply = (business: Business): JsonObject => {
  const { businessNumber, accountNumber, businessType, profile } = business;
  const { categoryList, location, ...answered } = businessReply(profile);
  const stored = nested(profile);
  return {
    businessId: businessNumber,
    accountNumber,
    type: businessType ?? DEFAULT_TYPES.business,
    ...shared(business),
    category: categoryList.join(','),
    isSEOEnabled: true,
    ...stored,
    ...answered,
    description: profile.description ?? '',
    location: { ...(stored.location as JsonObject | undefined), ...location },
  };
};

/** An account has no profile: what it has stands under the names that a profile has for the same. */
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
    ...(entityCategory !== undefined && { entityCategory }),
    location: { zip: account['location.zip'] ?? '', countryCode: account['location.countryCode'] ?? '' },
  };
};

export const recordReply = (named: Named): JsonObject =>
  'account' in named ? accountReply(named.account) : locationReply(named.business);
