/** A stored contact as get contact answers it (spec 2.3, 4.2). Pure. */
import type { Contact } from '../store/contacts.ts';

interface Mapping {
  readonly cid: number;
  readonly location?: string;
  readonly bid?: number;
  readonly businessNumber?: number;
}

const TEXTS = ['firstName', 'lastName', 'email', 'phone', 'source', 'externalId'] as const;
const FLAGS = ['blocked', 'emailOtin', 'smsOptin'] as const;

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A date, ISO 8601 or epoch milliseconds, as `January 12, 2021`; what is no date stays as it is. */
const humanDate = (created: unknown): string => {
  const text = String(created ?? '');
  const isDate = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ]|$)/.test(text) || /^[0-9]{11,14}$/.test(text);
  const time = isDate ? new Date(/^[0-9]+$/.test(text) ? Number(text) : text).getTime() : Number.NaN;
  return Number.isNaN(time) ? text : dateFormat.format(time);
};

const customField = (field: Readonly<Record<string, unknown>>) => ({
  fieldName: field.fieldName ?? '',
  type: field.type ?? '',
  fieldValue: field.fieldValue ?? '',
});

/**
 * @param options.cid - the mapping that the look-up named: only it is answered (4.2)
 * @param options.experienceScore - whether the score and its source are asked for
 */
export const contactReply = (
  contact: Contact,
  options: { readonly cid?: number | undefined; readonly experienceScore?: boolean | undefined },
) => {
  const mappings = (contact.mappings ?? []) as readonly Mapping[];
  const { experienceScore, experienceScoreSource } = contact;
  return {
    id: contact.id,
    ...Object.fromEntries(TEXTS.map((field) => [field, contact[field] ?? ''])),
    countryCode: contact.countryCode ?? 'US',
    ...Object.fromEntries(FLAGS.map((field) => [field, contact[field] ?? false])),
    created: humanDate(contact.created),
    mappings: mappings
      .filter(({ cid }) => options.cid === undefined || cid === options.cid)
      .map((mapping) => ({ ...mapping, location: mapping.location ?? '' })),
    tags: contact.tags ?? [],
    customFields: ((contact.customFields ?? []) as Readonly<Record<string, unknown>>[]).map(customField),
    ...(options.experienceScore && experienceScore !== undefined && { experienceScore }),
    ...(options.experienceScore && experienceScoreSource !== undefined && { experienceScoreSource }),
  };
};
