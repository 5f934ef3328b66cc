/** Means of payment: one text of the profile, two lists of a listing (docs/decisions.md: listings). Pure. */

/** The labels that a listing shows among `paymentTypes`; compared without case. */
const LABELS = [
  'Cash',
  'Credit card',
  'Debit card',
  'Contactless',
  'Mobile payment',
  'Check',
  "Traveler's check",
  'Money order',
  'Bank transfer',
  'Direct debit',
  'Invoice',
  'Financing',
  'Gift card',
  'Voucher',
  'Store card',
  'Insurance',
  'Cryptocurrency',
] as const;
const known: ReadonlySet<string> = new Set(LABELS.map((label) => label.toLowerCase()));

/** Characters of all means of payment together. */
export const MOST_PAYMENT = 250;

/** Beyond any text that is not refused, a text is one item: splitting it would cost for nothing. */
const LONGEST_SPLIT = 4 * MOST_PAYMENT;

const itemsIn = (payment: unknown): string[] => {
  if (typeof payment !== 'string') return [];
  if (payment.length > LONGEST_SPLIT) return [payment];
  return payment
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
};

const isKnown = (item: string): boolean => known.has(item.toLowerCase());

/** Those of a stored text that have a label. */
export const paymentTypes = (payment: unknown): string[] => itemsIn(payment).filter(isKnown);

/** The rest of it, comma-separated. */
export const additionalPaymentTypes = (payment: unknown): string =>
  itemsIn(payment)
    .filter((item) => !isKnown(item))
    .join(', ');

const joined = (types: readonly string[], additional: string): string | null =>
  [...types, ...itemsIn(additional)].join(', ') || null;

/** The text after a change of either list; `null` where nothing is left. What has a label counts as such, wherever it is sent. */
export const withPaymentTypes = (sent: unknown, payment: unknown): string | null =>
  joined((sent as readonly string[] | null) ?? [], additionalPaymentTypes(payment));

export const withAdditionalPaymentTypes = (sent: unknown, payment: unknown): string | null =>
  joined(paymentTypes(payment), String(sent ?? ''));
