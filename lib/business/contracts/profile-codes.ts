/** Profile fields with a code from a list. */

export const entityCategory = { enum: ['physical_location', 'provider'] } as const;
