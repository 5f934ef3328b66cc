/** The weighted lists of `Accept` and `Accept-Encoding` (RFC 9110, 12.4.2). Pure. */

/** Each name of a list, in lower case, and whether it is accepted: with `q=0` it is named to be refused. */
export const acceptedIn = (list: string | undefined): readonly (readonly [name: string, isAccepted: boolean])[] =>
  (list ?? '').split(',').map((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return [name, !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))];
  });
