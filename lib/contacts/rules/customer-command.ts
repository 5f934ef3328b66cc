/** A person who is sent with another operation, as check in takes one. Pure. */
import { isObject, type Normalized } from '../../contract/coercion.ts';
import type { Violation } from '../../contract/violations.ts';
import { isSent } from '../../contract/well-typed.ts';
import { checkInCommand, type Visitor } from './check-in-command.ts';

/** Names of check in, where they are others. */
const AS_SENT: Readonly<Record<string, string>> = { emailId: 'email' };

/** Of the field `customer` of a checked body; no visitor where there is none. */
export const customerCommand = ({
  body: { customer },
}: Pick<Normalized, 'body'>): { readonly prepared: Visitor | undefined; readonly violations: readonly Violation[] } => {
  if (!isObject(customer)) return { prepared: undefined, violations: [] };
  const body = Object.fromEntries(
    ['name', 'emailId', 'phone'].flatMap((field) => {
      const own = AS_SENT[field] ?? field;
      return isSent(customer, own) ? [[field, customer[own]]] : [];
    }),
  );
  const { prepared, violations } = checkInCommand({ body, cleared: [] });
  const placed = (path: string) => `customer.${AS_SENT[path] ?? path}`;
  return {
    prepared: { ...prepared, emailPath: placed(prepared.emailPath) },
    violations: violations.map(({ path, ...rest }) => ({ ...rest, path: placed(path) })),
  };
};
