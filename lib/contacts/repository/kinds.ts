/** Types and sources of contacts. The packed index stores their positions in these lists: append new ones. */
export const CONTACT_TYPES = ['customer', 'lead'] as const;
export type ContactType = (typeof CONTACT_TYPES)[number];

/** Where a contact comes from; at most 32. */
export const SOURCE_KINDS = [
  'other',
  'api',
  'dashboard',
  'beta',
  'integration',
  'sftp',
  'bulkupload',
  'webchat',
  'crmimport',
  'referral',
  'voicecall',
  'text',
  'email',
  'alpha',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];
