/** What check in is asked for, of a checked body, and what is wrong by the request alone. Pure. */
import { isObject, type Normalized } from '../../contract/coercion.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { codePoints } from '../../contract/text.ts';
import type { Violation } from '../../contract/violations.ts';
import { lacksAll, type OneOf } from '../../contract/well-typed.ts';
import { countryOfPhone, isPhoneOf } from './contact-lookup.ts';

/** Entries of the parameters, and characters of a name or a value of theirs. */
export const MOST_PARAMS = 50;
export const LONGEST_PARAM = 1000;

/** By what the person is found. */
export const REACHED_BY: OneOf = [['emailId'], ['phone']];

/** The person that checks in. */
export interface Visitor {
  readonly firstName: string;
  readonly lastName: string | undefined;
  readonly email: string | undefined;
  /** Where the email stands in the body. */
  readonly emailPath: string;
  readonly phone: string | undefined;
  /** Of the phone. */
  readonly countryCode: string;
  readonly externalId: string | undefined;
  /** Absent where nothing was said. */
  readonly smsEnabled: boolean | undefined;
  /** What is kept with the activity. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const paramViolations = (params: unknown): readonly Violation[] => {
  if (!isObject(params)) return [];
  const path = 'additionalParams';
  const entries = Object.entries(params);
  if (entries.length > MOST_PARAMS) return [{ path, error: invalid(path, `must have at most ${MOST_PARAMS} entries`) }];
  const isRight = entries.every(
    ([name, value]) => typeof value === 'string' && [name, value].every((each) => codePoints(each) <= LONGEST_PARAM),
  );
  return isRight ? [] : [{ path, error: invalid(path, `must have texts of up to ${LONGEST_PARAM} characters`) }];
};

export const checkInCommand = ({
  body,
}: Normalized): { readonly prepared: Visitor; readonly violations: readonly Violation[] } => {
  const { additionalParams, employees } = body;
  const [email, phone] = [textOf(body.emailId), textOf(body.phone)];
  const [, first = '', last] = /^(\S*)\s*(.*)$/su.exec(textOf(body.name)?.trim() ?? '') ?? [];
  const countryCode = phone === undefined ? 'US' : countryOfPhone(phone);
  const details = {
    ...(isObject(additionalParams) && { additionalParams }),
    ...(Array.isArray(employees) && employees.length > 0 && { employees }),
  };
  // A phone of any form stands for an email; whether it is a number is said of the phone.
  const lacksBoth = lacksAll(body, REACHED_BY);
  return {
    prepared: {
      firstName: first,
      lastName: last || undefined,
      email,
      emailPath: 'emailId',
      phone,
      countryCode,
      externalId: textOf(body.externalId),
      smsEnabled: body.smsEnabled === undefined ? undefined : body.smsEnabled === 1,
      details: Object.keys(details).length > 0 ? details : undefined,
    },
    violations: [
      ...(lacksBoth ? [{ path: 'emailId', error: errors.customerEmailBlank }] : []),
      ...(phone !== undefined && !isPhoneOf(phone, countryCode)
        ? [{ path: 'phone', error: laterErrors.phoneInvalid }]
        : []),
      ...paramViolations(additionalParams),
    ],
  };
};
