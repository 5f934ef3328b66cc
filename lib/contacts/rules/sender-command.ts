/** Who a message comes from, by phone or email: to be found or created as check in does it. Pure. */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { codePoints, ONE_LINE } from '../../contract/text.ts';
import type { SourceKind } from '../repository/kinds.ts';
import type { Visitor } from './check-in-command.ts';
import { countryOfPhone, isPhoneOf } from './contact-lookup.ts';

/** What a message comes by, by channel: a chat has either. */
const isEmail = (channel: string, from: string): boolean =>
  channel === 'EMAIL' || (channel === 'LIVE_CHAT' && from.includes('@'));

const LONGEST_EMAIL = 320;
const LINE = new RegExp(ONE_LINE, 'u');
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** The error of the phone or the email that a message over a channel comes from. */
export const senderError = (channel: string, from: string): ErrorEntry | undefined => {
  if (!isEmail(channel, from)) return isPhoneOf(from, countryOfPhone(from)) ? undefined : laterErrors.phoneInvalid;
  if (!LINE.test(from) || !EMAIL.test(from)) return errors.customerEmailInvalid;
  return codePoints(from) > LONGEST_EMAIL ? errors.customerEmailTooLong : undefined;
};

/** @param from - a phone or an email that has no error */
export const senderOf = (channel: string, from: string, name = ''): Visitor => {
  const [, first = '', last] = /^(\S*)\s*(.*)$/su.exec(name) ?? [];
  const byEmail = isEmail(channel, from);
  return {
    firstName: first,
    lastName: last || undefined,
    email: byEmail ? from : undefined,
    emailPath: 'from',
    phone: byEmail ? undefined : from,
    countryCode: byEmail ? 'US' : countryOfPhone(from),
    externalId: undefined,
    smsEnabled: undefined,
    details: undefined,
  };
};

const SOURCES: Readonly<Record<string, SourceKind>> = { SMS: 'text', EMAIL: 'email' };

/** What a contact comes from whose first message comes over a channel. */
export const sourceOf = (channel: string): SourceKind => SOURCES[channel] ?? 'webchat';
