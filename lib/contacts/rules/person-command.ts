/** A person who is sent by first and last name, to be found or created as check in does it. Pure. */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { codePoints, isBlank, ONE_LINE } from '../../contract/text.ts';
import type { Violation } from '../../contract/violations.ts';
import type { Visitor } from './check-in-command.ts';
import { countryOfPhone, isPhoneOf } from './contact-lookup.ts';

/** The fields as they are sent. */
export interface SentPerson {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly emailId?: string | undefined;
  readonly phone?: string | undefined;
}

const LONGEST_NAME = 100;
const LONGEST_EMAIL = 320;

const LINE = new RegExp(ONE_LINE, 'u');
const EMAIL = /^[^\s@]+@[^\s@]+$/;

const textOf = (value: string | undefined): string | undefined =>
  value === undefined || isBlank(value) ? undefined : value;

const nameError = (path: string, name: string | undefined): ErrorEntry | undefined => {
  if (name === undefined) return undefined;
  if (codePoints(name) > LONGEST_NAME) return errors.customerNameTooLong;
  return LINE.test(name) ? undefined : invalid(path, 'must be one line of text without control characters');
};

const emailError = (email: string | undefined): ErrorEntry | undefined => {
  if (email === undefined) return undefined;
  if (codePoints(email) > LONGEST_EMAIL) return errors.customerEmailTooLong;
  return LINE.test(email) && EMAIL.test(email) ? undefined : errors.customerEmailInvalid;
};

/** @param within - the field of the body that has the person's fields */
export const personCommand = (
  sent: SentPerson,
  within: string,
): { readonly visitor: Visitor; readonly violations: readonly Violation[] } => {
  const [firstName, lastName] = [textOf(sent.firstName), textOf(sent.lastName)];
  const [email, phone] = [textOf(sent.emailId), textOf(sent.phone)];
  const countryCode = phone === undefined ? 'US' : countryOfPhone(phone);
  const found: readonly (readonly [string, ErrorEntry | undefined])[] = [
    ['firstName', firstName === undefined ? errors.customerNameBlank : nameError(`${within}.firstName`, firstName)],
    ['lastName', nameError(`${within}.lastName`, lastName)],
    ['emailId', emailError(email)],
    ['phone', phone !== undefined && !isPhoneOf(phone, countryCode) ? laterErrors.phoneInvalid : undefined],
    // After the form of all fields.
    ['emailId', email === undefined && phone === undefined ? errors.emailOrPhoneRequired : undefined],
  ];
  return {
    visitor: {
      firstName: firstName ?? '',
      lastName,
      email,
      emailPath: `${within}.emailId`,
      phone,
      countryCode,
      externalId: undefined,
      // Nothing is said of it: a new contact is opted in to nothing.
      smsEnabled: undefined,
      details: undefined,
    },
    violations: found.flatMap(([name, error]) => (error ? [{ path: `${within}.${name}`, error }] : [])),
  };
};
