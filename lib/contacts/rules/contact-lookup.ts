/** How a contact is found by email and by phone (docs/decisions.md: get contact). Pure. */
import { caseKey } from '../../contract/text.ts';

/** How numbers are written under a calling code. */
interface NumberingPlan {
  readonly code: string;
  /** A pattern of what callers put before the national number, and often leave behind the calling code. */
  readonly trunk: string;
  /** Digits of a national number. */
  readonly length: number;
}

const NORTH_AMERICA: NumberingPlan = { code: '1', trunk: '', length: 10 };
const AUSTRALIA: NumberingPlan = { code: '61', trunk: '0?', length: 9 };
/** The 1 stood before mobile numbers until 2019. */
const MEXICO: NumberingPlan = { code: '52', trunk: '1?', length: 10 };

/** The plans of the countries that a contact's phone may have. */
const PLANS: Readonly<Record<string, NumberingPlan>> = {
  US: NORTH_AMERICA,
  CA: NORTH_AMERICA,
  PR: NORTH_AMERICA,
  VI: NORTH_AMERICA,
  AU: AUSTRALIA,
  MX: MEXICO,
};

const digitsOf = (phone: string): string => phone.replace(/[^0-9]/g, '');

/** A + says that the calling code follows; so do the prefixes of international calls, which are no part of it. */
const INTERNATIONAL = /^\s*\(?\s*(?:\+|0011|011|00(?=[1-9]))/;

const withCode = (digits: string, { code, trunk, length }: NumberingPlan, codeGiven: boolean): string | undefined => {
  const national = new RegExp(`^(?:${code})${codeGiven ? '' : '?'}${trunk}([0-9]{${length}})$`).exec(digits)?.[1];
  return national && code + national;
};

/**
 * A phone number's digits with its calling code (`16505550100`), however it was written; `undefined` for no digits.
 *
 * @param country - the contact's country, one of those; by it a national number's calling code is known
 */
export const phoneKey = (phone: string, country: string): string | undefined => {
  if (digitsOf(phone) === '') return undefined;
  if (INTERNATIONAL.test(phone)) {
    const digits = digitsOf(phone.replace(INTERNATIONAL, ''));
    const keys = [NORTH_AMERICA, AUSTRALIA, MEXICO].map((plan) => withCode(digits, plan, true));
    return keys.find((key) => key !== undefined) ?? digits;
  }
  const plan = PLANS[country] ?? NORTH_AMERICA;
  const digits = digitsOf(phone);
  return withCode(digits, plan, false) ?? plan.code + digits;
};

/** What is written between the digits of a number; anything else makes it no number. */
const WRITTEN_AS_PHONE = /^[+0-9().\-/\s]+$/;

/** Far more characters than a number is written with. */
const LONGEST = 1000;

/** How national numbers begin: no digit of an area is a trunk's or an operator's. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = { 1: /^[2-9]/, 61: /^[1-57-8]/, 52: /^[1-9]/ };

/** Whether a phone number is one that the country has (1055): by its length and how it begins. */
export const isPhoneOf = (phone: string, country: string): boolean => {
  // A text as long as a body is not read in vain.
  if (phone.length > LONGEST) return false;
  const { code, length } = PLANS[country] ?? NORTH_AMERICA;
  const key = WRITTEN_AS_PHONE.test(phone) ? (phoneKey(phone, country) ?? '') : '';
  const national = key.slice(code.length);
  return key.startsWith(code) && national.length === length && BEGINNINGS[code]!.test(national);
};

/** The country of a number that is sent without one: by its calling code, else the US. */
export const countryOfPhone = (phone: string): string =>
  ['US', 'AU', 'MX'].find((country) => INTERNATIONAL.test(phone) && isPhoneOf(phone, country)) ?? 'US';

/** Every key under which a number sent without its country may be stored, the likeliest first. */
export const phoneKeys = (phone: string): string[] => {
  const keys = ['US', 'AU', 'MX'].map((country) => phoneKey(phone, country));
  // A number of another country, stored with its + and asked for without.
  return [...new Set([...keys, digitsOf(phone)].filter((key): key is string => Boolean(key)))];
};

/** The identifiers of a request. */
export interface ContactQuery {
  readonly id?: number;
  readonly cid?: number;
  readonly email?: string;
  readonly phone?: string;
}

/** The most specific identifier that is sent: id, cid, email, then phone. At least one of them is. */
export const contactIdentifier = ({ id, cid, email, phone = '' }: ContactQuery) => {
  if (id !== undefined) return { id };
  if (cid !== undefined) return { cid };
  return email === undefined ? { phones: phoneKeys(phone) } : { email: caseKey(email) };
};
