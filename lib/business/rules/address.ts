/** Rules for the address and the phone numbers, which depend on the record's country after the update. Pure. */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import { fitsCountry, isInternational, US_PHONES } from '../../contract/phone-country.ts';
import { codePoints } from '../../contract/text.ts';
import type { Guard } from '../../dynamodb/table/expressions.ts';
import type { RecordFacts, RequestFacts, Rule } from './facts.ts';

const COUNTRY = 'location.countryCode';
const STATE = 'location.state';
const SUBLOCALITY = 'location.subLocality';

/** Whether the country of the location is known: a value that the schema refuses does not count. */
const knowsCountry = (request: RequestFacts): boolean =>
  !request.isSent(COUNTRY) || request.sent(COUNTRY) !== undefined;

/** Whether the request sets or clears the country of the location. */
const namesCountry = (request: RequestFacts): boolean => request.mentions(COUNTRY) && knowsCountry(request);

const lengthOf = (value: unknown): number => (typeof value === 'string' ? codePoints(value) : 0);

/** The countries whose states have exactly 2 characters; elsewhere the schema's limit applies. */
const TWO_LETTER_STATES: readonly unknown[] = ['US', 'CA', undefined];

/**
 * A new country may refuse stored values. It does not if nothing is stored, or if the country is unchanged: the write
 * has a condition on that.
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
  check: (request) => (namesCountry(request) ? badState(request.sent(STATE), request.sent(COUNTRY)) : undefined),
  needs: 'record',
  isNeeded: (request) => !request.mentions(COUNTRY) && badState(request.sent(STATE), undefined) !== undefined,
  guard: (request) => unlessCountryChanges(request, TWO_LETTER_STATES, STATE),
  checkStored: (facts) =>
    knowsCountry(facts) && (facts.mentions(STATE) || facts.mentions(COUNTRY))
      ? badState(facts.effective(STATE), facts.effective(COUNTRY))
      : undefined,
};

const ADDRESS = ['address1', 'address2', 'subLocality', 'city', 'state', 'countryCode', 'zip'];

/** Whether the request sets or clears an address field. */
const mentionsLocation = (request: RequestFacts): boolean =>
  ADDRESS.some((field) => request.mentions(`location.${field}`));

const badSubLocality = (value: unknown): ErrorEntry | undefined => {
  const length = lengthOf(value);
  if (length === 0) return errors.subLocalityMissing;
  if (length > 80) return errors.subLocalityTooLong;
  return length < 4 ? invalid(SUBLOCALITY, 'must have at least 4 characters') : undefined;
};

/** 6000, 6001: the suburb of a New Zealand address, checked on the address after the update. */
const subLocality: Rule = {
  path: SUBLOCALITY,
  check: (request) =>
    request.sent(COUNTRY) === 'NZ' && request.mentions(SUBLOCALITY) && mentionsLocation(request)
      ? badSubLocality(request.sent(SUBLOCALITY))
      : undefined,
  // A location in New Zealand may already have a suburb.
  needs: 'record',
  isNeeded: (request) => request.sent(COUNTRY) === 'NZ' && !request.mentions(SUBLOCALITY),
  guard: (request) =>
    mentionsLocation(request) && !request.mentions(COUNTRY) ? { attribute: COUNTRY, isNot: 'NZ' } : undefined,
  checkStored: (facts) =>
    mentionsLocation(facts) && facts.effective(COUNTRY) === 'NZ'
      ? badSubLocality(facts.effective(SUBLOCALITY))
      : undefined,
};

/** 1055, 1056: an international number is valid only if the country is outside the US, CA, PR and VI. */
const phone = (path: string, error: ErrorEntry): Rule => {
  const named = {
    ...error,
    message: `${error.message.split(':')[0]?.replace('valid', 'valid US')}: where the country is US, CA, PR, VI or not given, use (xxx) xxx-xxxx`,
  };
  const refusal = (value: unknown, country: unknown) => (fitsCountry(value, country) ? undefined : named);
  return {
    path,
    check: (request) => (namesCountry(request) ? refusal(request.sent(path), request.sent(COUNTRY)) : undefined),
    needs: 'record',
    isNeeded: (request) => !request.mentions(COUNTRY) && isInternational(request.sent(path)),
    guard: (request) => unlessCountryChanges(request, US_PHONES, path),
    checkStored: (facts) =>
      knowsCountry(facts) && (facts.mentions(path) || facts.mentions(COUNTRY))
        ? refusal(facts.effective(path), facts.effective(COUNTRY))
        : undefined,
  };
};

export const addressRules: readonly Rule[] = [
  subLocality,
  state,
  phone('phone', errors.phoneInvalid),
  phone('fax', errors.faxInvalid),
];

/**
 * Whether the update removes `location.subLocality`, which only New Zealand addresses have; `undefined` if the country
 * is unknown.
 */
export const dropsSubLocality = (facts: RequestFacts | RecordFacts): boolean | undefined => {
  if (!facts.mentions(SUBLOCALITY) && !facts.mentions(COUNTRY)) return false;
  if (facts.mentions(COUNTRY)) return facts.sent(COUNTRY) !== 'NZ';
  return 'effective' in facts ? facts.effective(COUNTRY) !== 'NZ' : undefined;
};
