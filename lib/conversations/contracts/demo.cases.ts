/** What the demo data has of conversations, for the cases of their contracts. */

/** A contact that no account has, and one of another partner. */
export const NO_ONE = 49999;
export const THEIRS = 43001;
/** Of location 700101: with a conversation, without one, and blocked. */
export const ADA = 41001;
export const BLOCKED = 41004;

/** A contact of location 700101 that the demo data does not have. */
export const contactOf = (id: number, fields: object) => ({
  type: 'contact',
  accountNumber: 700100,
  contact: { id, firstName: 'Ida', ...fields, mappings: [{ cid: id + 1000, businessNumber: 700101 }] },
});
