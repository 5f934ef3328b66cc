/** When and by whom an account or a location was created: what a line says, or the time of its first load. */
import type { JsonObject } from '../../../lib/contract/coercion.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { Refused } from './line.ts';
import { inUtc } from './times.ts';

export const activationStatus = { enum: ['active', 'inactive', 'demo', 'paid', 'suspended'] } as const;

/** `createdAt` as it is stored, in UTC; now, if the line has none. */
export const originOf = ({
  createdAt = new Date().toISOString(),
}: JsonObject): { readonly createdAt: unknown } | Refused => inUtc({ createdAt }, ['createdAt']);

/**
 * The stored record with the changes of the line. Where the line omits the time and author of its creation, the stored
 * ones stay.
 */
export const keptOrigin = (fresh: Item, found: Item, line: JsonObject): Item => ({
  ...fresh,
  ...(line.createdAt === undefined && { createdAt: found.createdAt }),
  ...(line.createdBy === undefined && { createdBy: found.createdBy }),
});
