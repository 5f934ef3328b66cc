/** What the fields of a profile share. */

/**
 * The interface gives these lists no limit. No client sends as many; without one, a body of a legal size could keep the
 * table busy for seconds.
 */
export const MOST_ENTRIES = 1000;

/** MM/DD/YYYY; the rules judge it. */
export const dateText = { type: 'string' } as const;
