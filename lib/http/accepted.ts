/** The weighted lists of `Accept` and `Accept-Encoding` (RFC 9110, 12.4.2). Pure. */

/** Each name of a list, in lower case, with its weight: 1 by default; 0 means not acceptable. */
export const acceptedIn = (list: string | undefined): readonly (readonly [name: string, weight: number])[] =>
  (list ?? '').split(',').flatMap((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.flatMap((each) => /^q=([01](?:\.[0-9]{0,3})?)$/.exec(each)?.[1] ?? [])[0];
    return name === '' ? [] : [[name, weight === undefined ? 1 : Math.min(1, Number(weight))] as const];
  });

/** The weight of the first of these names in the list; `undefined` if it has none of them. */
export const weightOf = (list: string | undefined, names: readonly string[]): number | undefined => {
  const weights = new Map(acceptedIn(list));
  return names.map((name) => weights.get(name)).find((weight) => weight !== undefined);
};
