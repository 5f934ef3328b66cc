/** The pointers by which a contact is found: each email, phone and mapping id names one contact of the account. */
import { emailKey, phoneKey } from '../rules/contact-lookup.ts';
import type { Contact } from './contact.ts';

export interface Pointer {
  readonly kind: 'EMAIL' | 'PHONE' | 'CID';
  readonly value: string | number;
  /** The field that it comes from. */
  readonly field: string;
}

export const pointersOf = (contact: Contact): readonly Pointer[] => {
  const { email, phone, countryCode, mappings } = contact;
  const number = phoneKey(String(phone ?? ''), String(countryCode ?? 'US'));
  const cids = new Set(((mappings ?? []) as readonly { cid: number }[]).map(({ cid }) => cid));
  return [
    ...(email ? [{ kind: 'EMAIL', value: emailKey(String(email)), field: 'email' } as const] : []),
    ...(number ? [{ kind: 'PHONE', value: number, field: 'phone' } as const] : []),
    ...[...cids].map((cid) => ({ kind: 'CID', value: cid, field: `cid ${cid}` }) as const),
  ];
};
