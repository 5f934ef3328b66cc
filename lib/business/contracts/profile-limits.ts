/** Shared schemas of profile fields. */

/**
 * The limit of lists that have no documented one. No client sends as many entries; without a limit, a body of a legal
 * size could keep the table busy for seconds.
 */
export const MOST_ENTRIES = 1000;

/** MM/DD/YYYY, which the rules check. */
export const dateText = { type: 'string' } as const;
