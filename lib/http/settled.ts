/** Settles a body on the record that it is about. A module of its own: an operation without rules does without its code. */
import type { Normalized } from '../contract/coercion.ts';
import { withoutFields } from '../contract/fields.ts';
import type { Schema } from '../contract/operation.ts';
import type { Settlement } from './request.ts';

/** A settlement with what it leaves of the body. */
export interface Settled extends Settlement<unknown> {
  readonly rest: Normalized;
}

/** @param settle - says which fields leave the body */
export const settling =
  <Asked>(schema: Schema, settle: (asked: Asked, normalized: Normalized) => Promise<Settlement<unknown>>) =>
  async (asked: Asked, normalized: Normalized): Promise<Settled> => {
    const settlement = await settle(asked, normalized);
    const same = new Set(settlement.same);
    return { ...settlement, rest: same.size > 0 ? withoutFields(schema, normalized, same) : normalized };
  };
