/** Test requests for records of the demo data's other partner, for the cases of contracts. */
import type { ForeignPlace, Scalar } from './cases.ts';
import type { ErrorEntry } from './error-entry.ts';

/** A record of the other partner, and a similar number that does not exist. */
const LOCATION = { foreign: 800101, absent: 899901 };
/** A location with a listing. */
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
 * Cases for a parameter that names a location.
 *
 * @param error - the error for another partner's record and for one that does not exist
 * @param body - sent with both; defaults to that of the first example
 */
export const foreignLocation = placeOf(LOCATION);

/** Cases for a parameter that names a location with a listing. */
export const foreignListing = placeOf(LISTED);

/** Cases for a parameter that names an account. */
export const foreignAccount = placeOf(ACCOUNT);
