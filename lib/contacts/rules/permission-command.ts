/** What change permission is asked for, of a checked body, and what is wrong by the request alone. Pure. */
import type { Normalized } from '../../contract/coercion.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import { lacksAll, type OneOf } from '../../contract/well-typed.ts';
import type { ContactChanges } from './contact-writes.ts';

export const PERMISSIONS = ['both-subscribed', 'both-unsubscribed', 'sms-subscribed', 'email-subscribed'] as const;

const CHANGES: Readonly<Record<(typeof PERMISSIONS)[number], ContactChanges>> = {
  'both-subscribed': { fields: {}, emailOptin: true, smsOptin: true },
  'both-unsubscribed': { fields: {}, emailOptin: false, smsOptin: false },
  'sms-subscribed': { fields: {}, smsOptin: true },
  'email-subscribed': { fields: {}, emailOptin: true },
};

export interface PermissionCommand {
  readonly changes: ContactChanges;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
}

/** Of emails and phones together. */
export const MOST_TARGETS = 100;

/** By what contacts are found. */
export const FOUND_BY: OneOf = [['email'], ['phone']];

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).filter((each): each is string => typeof each === 'string');

export const permissionCommand = ({
  body,
}: Normalized): { readonly prepared: PermissionCommand; readonly violations: readonly Violation[] } => {
  const { permission, email, phone } = body;
  const [emails, phones] = [textsIn(email), textsIn(phone)];
  // A list of anything but texts is refused by the schema.
  const count = [email, phone].reduce<number>((sum, each) => sum + (Array.isArray(each) ? each.length : 0), 0);
  const none = { ...errors.invalidRequest, message: 'email or phone is required' };
  return {
    prepared: { changes: CHANGES[permission as 'both-subscribed'] ?? { fields: {} }, emails, phones },
    violations: [
      ...(lacksAll(body, FOUND_BY) ? [{ path: 'email', error: none }] : []),
      ...(count > MOST_TARGETS
        ? [{ path: 'email', error: invalid('email', `and phone must have at most ${MOST_TARGETS} items together`) }]
        : []),
    ],
  };
};
