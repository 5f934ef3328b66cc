/** Rules of the address and of the telephone numbers, which depend on the country of the record as it would stand. Pure. */
import { internationalPhone } from '../../contract/atoms.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import { codePoints } from '../../contract/text.ts';
import type { Guard } from '../../dynamodb/expressions.ts';
import type { RecordFacts, RequestFacts, Rule } from './facts.ts';

const COUNTRY = 'location.countryCode';
const STATE = 'location.state';
const SUBLOCALITY = 'location.subLocality';

const lengthOf = (value: unknown): number => (typeof value === 'string' ? codePoints(value) : 0);

/** Where a state has exactly 2 characters; elsewhere the schema's limit holds. */
const TWO_LETTER_STATES: readonly unknown[] = ['US', 'CA', undefined];
/** Where a telephone number has the form (xxx) xxx-xxxx and no other. */
const US_PHONES: readonly unknown[] = ['US', 'CA', 'PR', 'VI', undefined];

/**
 * A country may refuse what is stored under another one. It does not where nothing is stored, or where the country is sent
 * as it is stored: the write asks for that.
 */
const unlessCountryChanges = (request: RequestFacts, strict: readonly unknown[], path: string): Guard | undefined =>
  request.mentions(COUNTRY) && !request.mentions(path) && strict.includes(request.sent(COUNTRY))
    ? {
        anyOf: [
          { attribute: path, is: undefined },
          { attribute: COUNTRY, is: request.sent(COUNTRY) as string | undefined },
        ],
      }
    : undefined;

const stateError = invalid(STATE, 'must have exactly 2 characters where the country is US, CA or not given');

const badState = (state: unknown, country: unknown): ErrorEntry | undefined =>
  state !== undefined && lengthOf(state) !== 2 && TWO_LETTER_STATES.includes(country) ? stateError : undefined;

const state: Rule = {
  path: STATE,
  check: (request) => (request.mentions(COUNTRY) ? badState(request.sent(STATE), request.sent(COUNTRY)) : undefined),
  needsRecord: (request) => !request.mentions(COUNTRY) && badState(request.sent(STATE), undefined) !== undefined,
  guard: (request) => unlessCountryChanges(request, TWO_LETTER_STATES, STATE),
  checkRecord: (facts) =>
    facts.mentions(STATE) || facts.mentions(COUNTRY)
      ? badState(facts.effective(STATE), facts.effective(COUNTRY))
      : undefined,
};

const ADDRESS = ['address1', 'address2', 'subLocality', 'city', 'state', 'countryCode', 'zip'];

/** Whether the request says anything of the address. */
const mentionsLocation = (request: RequestFacts): boolean =>
  ADDRESS.some((field) => request.mentions(`location.${field}`));

const badSubLocality = (value: unknown): ErrorEntry | undefined => {
  const length = lengthOf(value);
  if (length === 0) return errors.subLocalityMissing;
  if (length > 80) return errors.subLocalityTooLong;
  return length < 4 ? invalid(SUBLOCALITY, 'must have at least 4 characters') : undefined;
};

/** 6000, 6001: the suburb of a New Zealand address, judged on the address as it would stand. */
const subLocality: Rule = {
  path: SUBLOCALITY,
  check: (request) =>
    request.sent(COUNTRY) === 'NZ' && request.mentions(SUBLOCALITY) && mentionsLocation(request)
      ? badSubLocality(request.sent(SUBLOCALITY))
      : undefined,
  // A location in New Zealand may have its suburb stored.
  needsRecord: (request) => request.sent(COUNTRY) === 'NZ' && !request.mentions(SUBLOCALITY),
  guard: (request) =>
    mentionsLocation(request) && !request.mentions(COUNTRY) ? { attribute: COUNTRY, isNot: 'NZ' } : undefined,
  checkRecord: (facts) =>
    mentionsLocation(facts) && facts.effective(COUNTRY) === 'NZ'
      ? badSubLocality(facts.effective(SUBLOCALITY))
      : undefined,
};

const INTERNATIONAL_PHONE = new RegExp(`^${internationalPhone}$`);
const isInternational = (value: unknown): boolean => typeof value === 'string' && INTERNATIONAL_PHONE.test(value);

/** Whether a telephone number, of one form or the other, is one that its country has. */
export const fitsCountry = (phone: unknown, country: unknown): boolean =>
  !(isInternational(phone) && US_PHONES.includes(country));

/** 1055, 1056: an international number is right only where the country is outside the US, CA, PR and VI. */
const phone = (path: string, error: ErrorEntry): Rule => {
  const named = {
    ...error,
    message: `${error.message.split(':')[0]?.replace('valid', 'valid US')}: where the country is US, CA, PR, VI or not given, use (xxx) xxx-xxxx`,
  };
  const judge = (value: unknown, country: unknown) => (fitsCountry(value, country) ? undefined : named);
  return {
    path,
    check: (request) => (request.mentions(COUNTRY) ? judge(request.sent(path), request.sent(COUNTRY)) : undefined),
    needsRecord: (request) => !request.mentions(COUNTRY) && isInternational(request.sent(path)),
    guard: (request) => unlessCountryChanges(request, US_PHONES, path),
    checkRecord: (facts) =>
      facts.mentions(path) || facts.mentions(COUNTRY)
        ? judge(facts.effective(path), facts.effective(COUNTRY))
        : undefined,
  };
};

export const addressRules: readonly Rule[] = [
  subLocality,
  state,
  phone('phone', errors.phoneInvalid),
  phone('fax', errors.faxInvalid),
];

/** Outside New Zealand a suburb is dropped: whether the update removes `location.subLocality`; unknown without the country. */
export const dropsSubLocality = (facts: RequestFacts | RecordFacts): boolean | undefined => {
  if (!facts.mentions(SUBLOCALITY) && !facts.mentions(COUNTRY)) return false;
  if (facts.mentions(COUNTRY)) return facts.sent(COUNTRY) !== 'NZ';
  return 'effective' in facts ? facts.effective(COUNTRY) !== 'NZ' : undefined;
};
