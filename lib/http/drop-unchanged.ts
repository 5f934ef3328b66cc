/**
 * Drops the fields of a body that its record already has. In its own module, so that operations without rules are
 * bundled without it.
 */
import type { Normalized } from '../contract/coercion.ts';
import { withoutFields } from '../contract/fields.ts';
import type { Schema } from '../contract/operation.ts';
import type { Unchanged } from './request.ts';

/** The unchanged fields, and the body without them. */
export interface Dropped extends Unchanged<unknown> {
  readonly rest: Normalized;
}

/** @param unchanged - finds the fields to drop */
export const dropping =
  <Asked>(schema: Schema, unchanged: (asked: Asked, normalized: Normalized) => Promise<Unchanged<unknown>>) =>
  async (asked: Asked, normalized: Normalized): Promise<Dropped> => {
    const found = await unchanged(asked, normalized);
    const paths = new Set(found.paths);
    return { ...found, rest: paths.size > 0 ? withoutFields(schema, normalized, paths) : normalized };
  };
