/** By the words of a thing in the reference, or its id, the names that partners have for it, in lower case. */
export type Names = Readonly<Record<string, readonly string[]>>;
