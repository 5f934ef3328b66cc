/** How a contact is found by email and by phone (decisions: get contact). Pure. */

/** Email addresses are matched without case. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** Calling codes of the countries that a contact's phone may have (spec 2.3). */
const CALLING_CODES: Readonly<Record<string, string>> = { US: '1', CA: '1', PR: '1', VI: '1', AU: '61', MX: '52' };

const digitsOf = (phone: string): string => phone.replace(/[^0-9]/g, '');

/** National numbers: 10 digits, in Australia 9 behind a trunk 0. */
const nationalLength = (code: string): number => (code === '61' ? 9 : 10);

/**
 * A phone number's digits with its calling code (`16505550100`), however it was written; `undefined` for no digits.
 *
 * @param country - the contact's country, one of spec 2.3; it tells a national number's calling code
 */
export const phoneKey = (phone: string, country: string): string | undefined => {
  const digits = digitsOf(phone);
  if (digits === '') return undefined;
  const code = CALLING_CODES[country] ?? '1';
  const hasCode = digits.startsWith(code) && digits.length === code.length + nationalLength(code);
  if (phone.trim().startsWith('+') || hasCode) return digits;
  return code + (code === '61' ? digits.replace(/^0/, '') : digits);
};

/** Every key under which a number sent without its country may be stored, the likeliest first. */
export const phoneKeys = (phone: string): string[] => [
  ...new Set(['US', 'AU', 'MX'].map((country) => phoneKey(phone, country)).filter((key) => key !== undefined)),
];

/** The identifiers of a request (spec 4.2). */
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
  return email === undefined ? { phones: phoneKeys(phone) } : { email: emailKey(email) };
};
