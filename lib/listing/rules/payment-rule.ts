/** The length of the payment types of a listing: two lists, which the profile stores as one text. Pure. */
import { invalid } from '../../contract/errors.ts';
import type { Changes } from '../../contract/fields.ts';
import { codePoints } from '../../contract/text.ts';
import type { Violation } from '../../contract/violations.ts';
import { MOST_PAYMENT, paymentAfter } from './payment.ts';

const TYPES = 'additionalInfo.paymentTypes';
export const ADDITIONAL_TYPES = 'additionalInfo.additionalPaymentTypes';

/**
 * Checks the text of both lists.
 *
 * @param sent - by path of the listing: the violation is that of a list that was sent
 */
export const shortPayment = (sent: Changes, payment: unknown): Violation[] => {
  const actual = codePoints(String(payment ?? ''));
  if (actual <= MOST_PAYMENT) return [];
  const isTypes = (sent[ADDITIONAL_TYPES] ?? null) === null;
  const [path, other] = isTypes ? [TYPES, 'additionalPaymentTypes'] : [ADDITIONAL_TYPES, 'paymentTypes'];
  const error = invalid(path, `and ${other} must have at most ${MOST_PAYMENT} characters in all`);
  return [{ path, error, limit: MOST_PAYMENT, actual }];
};

/** Checks what is sent alone: it may be too long whatever is stored. */
export const sentPayment = (sent: Changes): Violation[] =>
  shortPayment(sent, paymentAfter({ types: sent[TYPES] ?? null, additional: sent[ADDITIONAL_TYPES] ?? null }, null));
