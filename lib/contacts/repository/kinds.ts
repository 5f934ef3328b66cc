/** What contacts are told apart by. The roster keeps them by their places in these lists: new ones stand at the end. */
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
