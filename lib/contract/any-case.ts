/** Values that are read without case: which of them a text names is known in upper case. Pure. */

const inAnyCase = (value: string): string =>
  [...value].map((each) => (/[a-z]/i.test(each) ? `[${each.toUpperCase()}${each.toLowerCase()}]` : each)).join('');

/** The schema of a text that is one of these, in any case. */
export const anyCase = <const Values extends readonly string[]>(values: Values) =>
  ({
    type: 'string',
    pattern: `^(?:${values.map(inAnyCase).join('|')})$`,
    'x-errors': { pattern: `must be one of ${values.join(', ')}` },
  }) as const;

/** The value that a text of this schema names; `undefined` if it names none, as in a body that the schema refuses. */
export const valueIn = <const Values extends readonly string[]>(
  values: Values,
  text: unknown,
): Values[number] | undefined => {
  if (typeof text !== 'string') return undefined;
  const wanted = text.trim();
  // Of the same length first: the text may be as long as a body.
  return values.find((value) => value.length === wanted.length && value.toLowerCase() === wanted.toLowerCase());
};
