/** Patterns of IAM policies. */

const known = new Map<string, RegExp>();

const expressionOf = (pattern: string): RegExp => {
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '[^]*')
    .replaceAll('?', '[^]');
  const expression = new RegExp(`^${source}$`);
  known.set(pattern, expression);
  return expression;
};

/** Whether a text matches a pattern: `*` stands for any run of characters, slashes and colons too, and `?` for one. */
export const matches = (pattern: string, text: string): boolean =>
  /[*?]/.test(pattern) ? (known.get(pattern) ?? expressionOf(pattern)).test(text) : pattern === text;
