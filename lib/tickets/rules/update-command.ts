/** What update tickets is asked for is wrong by the request alone. Pure. */
import { isObject, listOf } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import { lacksAll, type OneOf } from '../../contract/well-typed.ts';

const ONE_OF: OneOf = [['assignedTo'], ['ticketStatus']];

/** A row without anything to change, and a ticket that an earlier row names. */
export const rowViolations = (rows: unknown): readonly Violation[] => {
  const seen = new Set<unknown>();
  return listOf(rows).flatMap((row, index): readonly Violation[] => {
    if (!isObject(row)) return [];
    const path = `ticketUpdateMessages[${index}]`;
    const isTwice = row.ticketId !== undefined && seen.has(row.ticketId);
    seen.add(row.ticketId);
    return [
      ...(isTwice
        ? [{ path: `${path}.ticketId`, error: invalid(`${path}.ticketId`, 'must not be the ticket of another row') }]
        : []),
      ...(lacksAll(row, ONE_OF) ? [{ path, error: invalid(path, 'must have assignedTo or ticketStatus') }] : []),
    ];
  });
};
