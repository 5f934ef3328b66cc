/** Since when an account or a location is there, and by whom: what a line says, or the time at which it is loaded first. */
import { text } from '../../../../lib/contract/atoms.ts';
import type { JsonObject } from '../../../../lib/contract/coercion.ts';
import { timeOf } from '../../../../lib/contract/times.ts';
import type { Item } from '../../../../lib/dynamodb/attributes.ts';
import { type Refused, refused } from './line.ts';

export const activationStatus = { enum: ['active', 'inactive', 'demo', 'paid', 'suspended'] } as const;

/** A date or a point in time of ISO 8601; without a zone in UTC. */
export const pointInTime = text;

/** `createdAt` as it is stored, in UTC; now, where the line has none. */
export const originOf = ({ createdAt }: JsonObject): { readonly createdAt: string } | Refused => {
  if (createdAt === undefined) return { createdAt: new Date().toISOString() };
  const time = timeOf(String(createdAt));
  return Number.isNaN(time)
    ? refused('createdAt must be an ISO 8601 date or time')
    : { createdAt: new Date(time).toISOString() };
};

/** A stored record as the line would have it: where the line is silent, it stays since when and by whom it is there. */
export const keptOrigin = (fresh: Item, found: Item, line: JsonObject): Item => ({
  ...fresh,
  ...(line.createdAt === undefined && { createdAt: found.createdAt }),
  ...(line.createdBy === undefined && { createdBy: found.createdBy }),
});
