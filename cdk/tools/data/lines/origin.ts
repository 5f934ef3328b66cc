/** Since when an account or a location is there, and by whom: what a line says, or the time at which it is loaded first. */
import type { JsonObject } from '../../../../lib/contract/coercion.ts';
import type { Item } from '../../../../lib/dynamodb/attributes.ts';
import type { Refused } from './line.ts';
import { inUtc } from './times.ts';

export const activationStatus = { enum: ['active', 'inactive', 'demo', 'paid', 'suspended'] } as const;

/** `createdAt` as it is stored, in UTC; now, where the line has none. */
export const originOf = ({
  createdAt = new Date().toISOString(),
}: JsonObject): { readonly createdAt: unknown } | Refused => inUtc({ createdAt }, ['createdAt']);

/** A stored record as the line would have it: where the line is silent, it stays since when and by whom it is there. */
export const keptOrigin = (fresh: Item, found: Item, line: JsonObject): Item => ({
  ...fresh,
  ...(line.createdAt === undefined && { createdAt: found.createdAt }),
  ...(line.createdBy === undefined && { createdBy: found.createdBy }),
});
