/** The places that an error of the cases names, as the service names them (lib/http/refusal.ts). Pure. */
import type { ListedViolation, SampleRequest } from '../../../lib/contract/cases.ts';
import type { ErrorEntry } from '../../../lib/contract/error-entry.ts';
import { addressedBy, type Naming, placesOf } from '../../../lib/http/refusal.ts';

interface Provoked extends SampleRequest {
  readonly message?: string;
  readonly violations?: readonly ListedViolation[] | undefined;
}

/** What the message of a response repeats of its request, after the error's own. */
const repeatedIn = ({ message: own }: ErrorEntry, { message = own }: Provoked): readonly string[] =>
  message.startsWith(`${own}: `) ? message.slice(own.length + 2).split(', ') : [];

/**
 * What problem details list for an error.
 *
 * @param provoked - the request that brings it about, if a request of the cases does
 */
export const namedPlaces = (entry: ErrorEntry, naming: Naming, provoked: Provoked = {}): readonly ListedViolation[] => {
  const { parameters = {}, body, violations } = provoked;
  if (violations) return violations;
  const said = { values: { path: parameters, query: {}, headers: {} }, normalized: { body } };
  const repeated = placesOf({ ...entry, about: repeatedIn(entry, provoked) }, said);
  const named = repeated.length > 0 ? repeated : addressedBy(naming, entry);
  return named.map(({ pointer = '', parameter }) =>
    parameter === undefined ? { pointer } : { pointer: '', parameter },
  );
};
