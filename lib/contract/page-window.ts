/** The pagination convention (spec 4.6, section 8; decisions: pagination). Pure. */
import { type ErrorEntry, errors, invalid } from './errors.ts';

/** Records `start` to `end`, `end` not included. */
export interface PageWindow {
  readonly start: number;
  readonly end: number;
}

const DEEPEST = 100_000;
const MOST = 1000;
const DEFAULT_COUNT = 10;

const isWhole = (text: string) => /^[0-9]+$/.test(text);

/**
 * The window that the query parameters `sindex` and `count` ask for; `undefined` where neither is sent.
 * A window that is not allowed is the error that answers it.
 */
export const pageWindow = (
  sindex: string | undefined,
  count: string | undefined,
): { readonly window?: PageWindow; readonly error?: ErrorEntry } => {
  const from = sindex?.trim() ?? '';
  const number = count?.trim() ?? '';
  if (from === '' && number === '') return {};
  if (from !== '' && !isWhole(from)) return { error: invalid('sindex', 'must be a whole number from 0') };
  if (number !== '' && !(isWhole(number) && Number(number) >= 1)) {
    return { error: invalid('count', 'must be a whole number from 1') };
  }
  const start = Number(from);
  const size = number === '' ? DEFAULT_COUNT : Number(number);
  if (start + size > DEEPEST) return { error: errors.pageTooDeep };
  if (size > MOST) return { error: invalid('count', `must be at most ${MOST}`) };
  return { window: { start, end: start + size } };
};
