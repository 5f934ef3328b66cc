/**
 * What save contact is asked for, of a checked body: what is to change, and what is wrong by the request alone. Pure.
 */

import { isDeepStrictEqual } from 'node:util';
import { listOf, type Normalized, normalize } from '../../contract/coercion.ts';
import * as errors from '../../contract/error-rows.ts';
import { changesOf } from '../../contract/fields.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Violation } from '../../contract/violations.ts';
import { saveContact } from '../contracts/save-contact.ts';
import { COUNTRIES } from '../contracts/stored-contact.ts';
import { isPhoneOf } from './contact-lookup.ts';
import type { ContactChanges } from './contact-writes.ts';
import { customFieldsOf } from './custom-values.ts';

/** What is written to a contact, and which one is meant. */
export interface ContactCommand {
  readonly changes: ContactChanges;
  /** The contact that is named; else it is looked for. */
  readonly id?: number | undefined;
  /** Locations: of a named contact all of them, of another one more. */
  readonly businessIds?: readonly number[] | undefined;
}

const { request } = saveContact;

/** Flags stand apart: what is said of them has a time. */
const FLAGS = ['emailOptin', 'smsOptin', 'blocked'] as const;

const phoneViolations = ({ phone, countryCode }: Readonly<Record<string, unknown>>): readonly Violation[] => {
  if (typeof phone !== 'string') return [];
  // Without a country that of the record counts: only what is a number nowhere is refused before it is read.
  const countries = typeof countryCode === 'string' ? [countryCode] : COUNTRIES;
  const isPhone = countries.some((country) => isPhoneOf(phone, country));
  return isPhone ? [] : [{ path: 'phone', error: laterErrors.phoneInvalid }];
};

/** What a contact lacks that is to be created. */
export const lackingToCreate = ({ changes: { fields }, businessIds = [] }: ContactCommand): readonly Violation[] => [
  ...(businessIds.length > 0 ? [] : [{ path: 'businessIds', error: errors.businessIdsRequired }]),
  ...((fields.email ?? fields.phone) ? [] : [{ path: 'email', error: errors.emailOrPhoneRequired }]),
];

/**
 * Whether the request says which contact it means. Where it does not, it is refused for what a new one lacks, whatever is
 * stored, once the business and its locations were found (docs/decisions.md: contacts).
 */
const namesContact = (id: unknown, { externalId, email, phone }: ContactChanges['fields']): boolean =>
  [id, externalId, email, phone].some((each) => each !== undefined && each !== null && each !== '');

export const saveCommand = (
  normalized: Normalized,
): {
  readonly prepared: ContactCommand;
  readonly violations: readonly Violation[];
  readonly late: readonly Violation[];
} => {
  const { id, businessIds, ...sent } = changesOf(request, normalized);
  const fields = Object.fromEntries(Object.entries(sent).filter(([name]) => !FLAGS.includes(name as 'blocked')));
  const { rows, violations: byRows } = customFieldsOf(fields.customFields);
  if (rows.length > 0) fields.customFields = rows;
  const said = (name: (typeof FLAGS)[number]) => sent[name] as boolean | null | undefined;
  const prepared: ContactCommand = {
    changes: { fields, emailOptin: said('emailOptin'), smsOptin: said('smsOptin'), blocked: said('blocked') },
    ...(typeof id === 'number' && { id }),
    ...(businessIds !== undefined && { businessIds: [...new Set(listOf(businessIds) as readonly number[])] }),
  };
  return {
    prepared,
    violations: [...phoneViolations(fields), ...byRows],
    late: namesContact(id, fields) ? [] : lackingToCreate(prepared),
  };
};

/** Fields that are validated together: if one differs, both are. */
const PHONE = ['phone', 'countryCode'] as const;

/**
 * The paths of a body whose values get contact already returns: with `If-Match` they are dropped before the body is
 * validated, so that a contact can be read and sent back.
 *
 * @param answered - what get contact answers
 */
export const sameAsAnswered = (normalized: Normalized, answered: object): readonly string[] => {
  const sent = changesOf(request, normalized);
  const read = normalize(request, answered as Record<string, unknown>).body;
  const differs = (path: string): boolean => path in sent && !isDeepStrictEqual(sent[path] ?? undefined, read[path]);
  const phoneDiffers = PHONE.some(differs);
  return Object.keys(sent).filter(
    (path) =>
      path !== 'id' && path !== 'businessIds' && !differs(path) && !(phoneDiffers && PHONE.includes(path as 'phone')),
  );
};
