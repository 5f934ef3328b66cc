/** Rules of tickets, by properties: tags, the order of lists, and one ticket of a review that is not closed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import {
  TICKET_STATUSES,
  type Ticket,
  type TicketStatus,
  ticketFrom,
  ticketItem,
  ticketOfKey,
} from '../../../lib/tickets/repository/ticket.ts';
import { ticketRowFrom } from '../../../lib/tickets/repository/ticket-index.ts';
import { changed, pointerChanges } from '../../../lib/tickets/rules/changes.ts';
import { distinctTags } from '../../../lib/tickets/rules/create-command.ts';
import { inOrder, wantedBy } from '../../../lib/tickets/rules/listing.ts';

const owner = { partnerId: 'p', accountNumber: 1 };
const by = { email: 'a@b' };

const ticketOf = (ticketId: number, more: Partial<Ticket> = {}) => {
  const ticket: Ticket = {
    accountNumber: 1,
    businessNumber: 2,
    ticketId,
    status: 'open',
    ticketType: 'review',
    externalId: 'r',
    source: 'maps',
    happenedAt: 0,
    assignee: by,
    tags: [],
    created: 0,
    updated: 0,
    comments: 0,
    changes: 0,
    first: 'm',
    ...more,
  };
  return ticketFrom(ticketItem(owner, ticket));
};

it('each tag counts once without case, and its first spelling stays', () => {
  const tag = fc.constantFrom('a', 'A', 'b', 'B ', 'c');
  fc.assert(
    fc.property(fc.array(tag), (tags) => {
      const kept = distinctTags(tags);
      const keys = tags.map((each) => each.trim().toLowerCase());
      expect(kept).toEqual(tags.filter((_, index) => keys.indexOf(keys[index]!) === index));
    }),
  );
});

it('of the tickets of a review at most one is not closed, whatever is closed and reopened', () => {
  const row = fc.record({
    ticket: fc.nat({ max: 2 }),
    status: fc.constantFrom<TicketStatus>('open', 'pending', 'closed'),
  });
  fc.assert(
    fc.property(
      fc.option(fc.nat({ max: 2 }), { nil: undefined }),
      fc.uniqueArray(row, { selector: ({ ticket }) => ticket }),
      (open, rows) => {
        const tickets = [0, 1, 2].map((each) => ticketOf(each + 1, { status: each === open ? 'open' : 'closed' }));
        const key = ticketOfKey('p', tickets[0]!)!;
        const there = new Map(open === undefined ? [] : [[keyText(key), open + 1]]);
        const writes = rows.flatMap(
          ({ ticket, status }) =>
            changed({ before: tickets[ticket]!, assignee: undefined, status }, { by, at: 1 }) ?? [],
        );
        const outcome = pointerChanges('p', writes, there);
        // Row by row, as if each were a request of its own.
        let now = open === undefined ? undefined : open + 1;
        let isRefused = false;
        for (const { before, after } of writes) {
          if (isRefused) break;
          if (after.status === 'closed') now = now === before.ticketId ? undefined : now;
          else if (now !== undefined && now !== before.ticketId) isRefused = true;
          else now = before.ticketId;
        }
        expect('second' in outcome).toBe(isRefused);
        if ('second' in outcome) return;
        const left = outcome.length === 0 ? there.get(keyText(key)) : outcome[0]!.to?.ticketId;
        expect([outcome.length <= 1, left]).toEqual([true, now]);
      },
    ),
  );
});

it('lists sort by time in both directions, ties by id, and find what they are asked for', () => {
  const row = fc.record({
    id: fc.integer({ min: 1, max: 1e6 }),
    created: fc.nat({ max: 3 }),
    status: fc.constantFrom(...TICKET_STATUSES),
  });
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ({ id }) => id }), fc.boolean(), (all, isAscending) => {
      const rows = all.map(({ id, ...more }) => ticketRowFrom(ticketOf(id, { ...more, tags: ['T'] }).item));
      const sorted = inOrder(rows, { isAscending });
      for (const [index, each] of sorted.slice(1).entries()) {
        const before = sorted[index]!;
        const step = (each.created - before.created) * (isAscending ? 1 : -1);
        expect(step > 0 || (step === 0 && each.ticketId > before.ticketId)).toBe(true);
      }
      const isWanted = wantedBy(owner, { ticketStatuses: ['open'], tagNames: ['t'], assignees: ['A@B'] }, undefined);
      expect(rows.filter(isWanted)).toHaveLength(all.filter(({ status }) => status === 'open').length);
    }),
  );
});
