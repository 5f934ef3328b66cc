/** A stored contact as get contact answers it (docs/decisions.md: get contact). Pure. */

import { timeOf } from '../contract/times.ts';
import type { Contact } from './repository/contact.ts';
import { MONTHS } from './repository/contact-times.ts';

interface Mapping {
  readonly cid: number;
  readonly location?: string;
  readonly bid?: number;
  readonly businessNumber?: number;
}

export type CustomField = Readonly<Record<'fieldName' | 'type' | 'fieldValue', string | undefined>>;

/** A date as `January 12, 2021`; what is no date stays as it is. */
const humanDate = (created: string): string => {
  const time = timeOf(created);
  if (Number.isNaN(time)) return created;
  const date = new Date(time);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
};

const mappingReply = ({ cid, location = '', bid, businessNumber }: Mapping) => ({
  cid,
  location,
  ...(bid !== undefined && { bid }),
  ...(businessNumber !== undefined && { businessNumber }),
});

export const customFieldReply = ({ fieldName = '', type = '', fieldValue = '' }: CustomField) => ({
  fieldName,
  type,
  fieldValue,
});

/**
 * @param options.cid - the mapping that the look-up named: only it is answered
 * @param options.experienceScore - whether the score and its source are asked for
 */
export const contactReply = (
  contact: Contact,
  options: { readonly cid?: number | undefined; readonly experienceScore?: boolean | undefined },
) => {
  const text = (field: string, unset = '') => String(contact[field] ?? unset);
  const flag = (field: string) => contact[field] === true;
  const list = <Item>(field: string) => (contact[field] ?? []) as readonly Item[];
  const { experienceScore, experienceScoreSource }: Partial<Contact> = options.experienceScore ? contact : {};
  return {
    id: contact.id,
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phone: text('phone'),
    countryCode: text('countryCode', 'US'),
    blocked: flag('blocked'),
    emailOtin: flag('emailOtin'),
    smsOptin: flag('smsOptin'),
    source: text('source'),
    created: humanDate(text('created')),
    mappings: list<Mapping>('mappings')
      .filter(({ cid }) => options.cid === undefined || cid === options.cid)
      .map(mappingReply),
    tags: list<string>('tags'),
    customFields: list<CustomField>('customFields').map(customFieldReply),
    externalId: text('externalId'),
    ...(experienceScore !== undefined && { experienceScore }),
    ...(experienceScoreSource !== undefined && { experienceScoreSource }),
  };
};
