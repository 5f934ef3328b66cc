/** The person that another operation names beside what it is about, as check in takes one. Pure. */
import { isObject, type Normalized } from '../../contract/coercion.ts';
import type { Violation } from '../../contract/violations.ts';
import { checkInOrder, type Visitor } from './check-in-order.ts';

/** Names of check in, where they are others. */
const AS_SENT: Readonly<Record<string, string>> = { emailId: 'email' };

/** Of the field `customer` of a checked body; no visitor where there is none. */
export const customerOrder = ({
  body: { customer },
}: Pick<Normalized, 'body'>): { readonly prepared: Visitor | undefined; readonly violations: readonly Violation[] } => {
  if (!isObject(customer)) return { prepared: undefined, violations: [] };
  const { name, email, phone } = customer;
  const body = { name, emailId: email, phone };
  for (const field in body) if (body[field as keyof typeof body] === undefined) delete body[field as keyof typeof body];
  const { prepared, violations } = checkInOrder({ body, cleared: [] });
  return {
    prepared,
    violations: violations.map(({ path, ...rest }) => ({ ...rest, path: `customer.${AS_SENT[path] ?? path}` })),
  };
};
