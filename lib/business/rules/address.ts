/** Rules of the address and of the telephone numbers, which depend on the country (spec 2.1, section 7). Pure. */
import { internationalPhone } from '../../contract/atoms.ts';
import { type ErrorEntry, errors, invalid } from '../../contract/errors.ts';
import type { Facts, Rule } from './facts.ts';

const COUNTRY = 'location.countryCode';
const STATE = 'location.state';
const SUBLOCALITY = 'location.subLocality';

const lengthOf = (value: unknown): number => (typeof value === 'string' ? [...value].length : 0);

/** Exactly 2 characters for US, CA and where no country is given; elsewhere the schema's limit holds. */
const state = (facts: Facts): ErrorEntry | undefined => {
  const length = lengthOf(facts.sent(STATE));
  if (length === 0 || length === 2) return undefined;
  return ['US', 'CA', undefined].includes(facts.effective(COUNTRY) as string | undefined)
    ? invalid(STATE, 'must have exactly 2 characters')
    : undefined;
};

/** Whether the request says anything of the address. */
const mentionsLocation = (facts: Facts): boolean => facts.mentions('location.zip');

/** 6000, 6001: the suburb of a New Zealand address, judged on the address as it would stand. */
const subLocality = (facts: Facts): ErrorEntry | undefined => {
  if (!mentionsLocation(facts) || facts.effective(COUNTRY) !== 'NZ') return undefined;
  const length = lengthOf(facts.effective(SUBLOCALITY));
  if (length === 0) return errors.subLocalityMissing;
  if (length > 80) return errors.subLocalityTooLong;
  return length < 4 ? invalid(SUBLOCALITY, 'must have at least 4 characters') : undefined;
};

/** Outside New Zealand a suburb is dropped: whether the update removes `location.subLocality`. */
export const dropsSubLocality = (facts: Facts): boolean =>
  (facts.mentions(SUBLOCALITY) || facts.mentions(COUNTRY)) && facts.effective(COUNTRY) !== 'NZ';

const INTERNATIONAL_PHONE = new RegExp(`^${internationalPhone}$`);
const US_PHONE_COUNTRIES = ['US', 'CA', 'PR', 'VI'];

/** 1055, 1056: an international number is right only where the country is outside the US, CA, PR and VI. */
const phone = (path: string, error: ErrorEntry): Rule => ({
  path,
  check: (facts) => {
    const number = facts.sent(path);
    // The schema refuses what is neither of the two forms, and takes the US form everywhere.
    if (typeof number !== 'string' || !INTERNATIONAL_PHONE.test(number)) return undefined;
    const country = facts.effective(COUNTRY);
    return country === undefined || US_PHONE_COUNTRIES.includes(country as string) ? error : undefined;
  },
});

export const addressRules: readonly Rule[] = [
  { path: SUBLOCALITY, check: subLocality },
  { path: STATE, check: state },
  phone('phone', errors.phoneInvalid),
  phone('fax', errors.faxInvalid),
];
