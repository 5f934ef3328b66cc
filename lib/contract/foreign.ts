/** The places of requests that name what belongs to the demo data's other partner, for the cases of contracts. */
import type { ForeignPlace, Scalar } from './cases.ts';
import type { ErrorEntry } from './error-entry.ts';

/** What the other partner has, and numbers like its own that nobody has. */
const LOCATION = { foreign: 800101, absent: 899901 };
/** One of which a listing was created. */
const LISTED = { foreign: 800106, absent: 899901 };
const ACCOUNT = { foreign: 800100, absent: 899900 };

const placeOf =
  (numbers: { readonly foreign: Scalar; readonly absent: Scalar }) =>
  <Name extends string>(name: Name, { code }: ErrorEntry, body?: unknown): ForeignPlace<Name> => {
    const request = (value: Scalar) => ({
      parameters: { [name]: value } as { readonly [Each in Name]?: Scalar },
      ...(body !== undefined && { body }),
    });
    return { foreign: request(numbers.foreign), absent: request(numbers.absent), code } as ForeignPlace<Name>;
  };

/**
 * A parameter that names a location.
 *
 * @param error - what another partner's and what is not there are both answered with
 * @param body - sent with both; that of the first example where it is left out
 */
export const foreignLocation = placeOf(LOCATION);

/** The same for one that names a location of which a listing was created. */
export const foreignListing = placeOf(LISTED);

/** The same for one that names an account. */
export const foreignAccount = placeOf(ACCOUNT);
