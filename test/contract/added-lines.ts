/** What a change adds to a text. */

/** Whether the lines of one text, in their order, are all lines of another: `git diff` then removes none of them. */
export const isWithin = (few: readonly string[], many: readonly string[]): boolean => {
  let next = 0;
  for (const line of many) if (line === few[next]) next++;
  return next === few.length;
};
