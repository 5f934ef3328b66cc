/** Payment types: one text in the profile, two lists in a listing (docs/decisions.md: listings). Pure. */

/** The labels that belong in `paymentTypes`; case-insensitive. */
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
/** The maximum length of all payment types together, in characters. */
export const MOST_PAYMENT = 250;

/** A longer text is refused anyway, so it is not split. */
const LONGEST_SPLIT = 4 * MOST_PAYMENT;

const itemsIn = (payment: unknown): string[] => {
  if (typeof payment !== 'string') return [];
  if (payment.length > LONGEST_SPLIT) return [payment];
  return payment
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
};

/** How payment types are compared. One that is refused for its length may be as long as a body, and stays as it is. */
const keyOf = (item: string): string => (item.length > MOST_PAYMENT ? item : item.toLowerCase());

const known: ReadonlySet<string> = new Set(LABELS.map(keyOf));

const isKnown = (item: string): boolean => known.has(keyOf(item));

/** The payment types of a stored text that have a label. */
export const paymentTypes = (payment: unknown): string[] => itemsIn(payment).filter(isKnown);

/** The other payment types of a stored text, comma-separated. */
export const additionalPaymentTypes = (payment: unknown): string =>
  itemsIn(payment)
    .filter((item) => !isKnown(item))
    .join(', ');

/** Each once, without case, in the spelling that comes first. */
const unique = (items: readonly string[]): readonly string[] => {
  const found = new Map<string, string>();
  for (const item of items) {
    const name = keyOf(item);
    if (!found.has(name)) found.set(name, item);
  }
  return [...found.values()];
};

/** The items of a list that may have such as its schema refuses. */
const textsIn = (list: unknown): readonly string[] =>
  ((list as readonly unknown[] | null) ?? []).filter((item) => typeof item === 'string');

/** Both lists as they are sent; `null` clears one, `undefined` leaves it as it is stored. */
export interface SentPayment {
  readonly types: unknown;
  readonly additional: unknown;
}

/**
 * The stored text after a change of either list, or of both; `null` if nothing remains. All that is sent is kept, whether
 * it has a label or not, in whichever list it stands.
 */
export const paymentAfter = ({ types, additional }: SentPayment, payment: unknown): string | null => {
  const labelled = types === undefined ? paymentTypes(payment) : textsIn(types);
  const others = itemsIn(additional === undefined ? additionalPaymentTypes(payment) : additional);
  return unique([...labelled, ...others]).join(', ') || null;
};
