/** What is to be replayed: deliveries by their ids, or all that failed in a time. Pure. */
import type { Normalized } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import { isSent, lacksAll, type OneOf } from '../../contract/well-typed.ts';

export type ReplayChoice =
  | { readonly deliveryIds: readonly string[] }
  /** Epoch milliseconds, both included. */
  | { readonly from: number; readonly to: number };

/** Deliveries by their ids, or from a time on. */
export const CHOSEN_BY: OneOf = [['deliveryIds'], ['from']];

const DELIVERY = /^dlv_[0-9]{13}_[0-9a-f]{16}$/;

const violation = (path: string, problem: string, missing = false): Violation => ({
  path,
  error: invalid(path, problem),
  ...(missing && { missing }),
});

/** @param now - epoch milliseconds: where no end is sent */
export const validatedReplay = (
  { body }: Normalized,
  now: number,
): { readonly prepared: ReplayChoice; readonly violations: readonly Violation[] } => {
  const { deliveryIds, from, to = now } = body;
  if (isSent(body, 'deliveryIds')) {
    const others = ['from', 'to'].filter((name) => isSent(body, name));
    // What is no id is an unknown one, and is not looked for.
    const ids = Array.isArray(deliveryIds)
      ? deliveryIds.filter((id) => typeof id === 'string' && DELIVERY.test(id))
      : [];
    return {
      prepared: { deliveryIds: [...new Set(ids as string[])] },
      violations: others.map((name) => violation(name, 'must not be sent with deliveryIds')),
    };
  }
  // What is no number is refused by the schema.
  const [first, last] = [from, to].map((time) => (typeof time === 'number' ? time : Number.NaN)) as [number, number];
  const prepared = { from: first, to: last };
  if (lacksAll(body, CHOSEN_BY))
    return { prepared, violations: [violation(isSent(body, 'to') ? 'from' : 'deliveryIds', 'is required', true)] };
  return { prepared, violations: prepared.to < prepared.from ? [violation('to', 'must not be before from')] : [] };
};
