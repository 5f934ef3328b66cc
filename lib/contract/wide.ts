/** Objects of more fields than any schema knows. Pure. */
export const MOST_FIELDS = 1000;

const known = new WeakSet<object>();

/** Whether a value has more than a thousand fields or entries of its own; looked at once, as that costs as many steps. */
export const isWide = (value: object): boolean => {
  if (known.has(value)) return true;
  let fields = 0;
  for (const _ in value) {
    if (++fields <= MOST_FIELDS) continue;
    known.add(value);
    return true;
  }
  return false;
};
