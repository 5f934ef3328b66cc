/** Filters and sorts tickets by what the index has of them. Pure. */
import { caseKey } from '../../contract/text.ts';
import { assigneeDigest, type TicketOwner, tagDigest } from '../repository/ticket.ts';
import type { TicketRow } from '../repository/ticket-index.ts';

/** What a list is narrowed by: values of one filter are alternatives; an empty one says nothing. */
export interface TicketFilter {
  readonly assignees?: readonly string[] | undefined;
  readonly businessNumbers?: readonly number[] | undefined;
  readonly fromDate?: number | undefined;
  readonly toDate?: number | undefined;
  readonly sourceAliases?: readonly string[] | undefined;
  readonly sourceTypes?: readonly string[] | undefined;
  readonly tagNames?: readonly string[] | undefined;
  readonly ticketStatuses?: readonly string[] | undefined;
  readonly ticketTypes?: readonly string[] | undefined;
}

type Test = (row: TicketRow) => boolean;

const anyOf = (values: readonly string[] | undefined, of: (row: TicketRow) => readonly string[]): readonly Test[] => {
  if (!values || values.length === 0) return [];
  const wanted = new Set(values);
  return [(row) => of(row).some((value) => wanted.has(value))];
};

/** @param locations - of these alone; of all where it is absent */
export const wantedBy = (
  owner: TicketOwner,
  filter: TicketFilter,
  locations: ReadonlySet<number> | undefined,
): Test => {
  const { assignees, sourceAliases, sourceTypes, tagNames, ticketStatuses, ticketTypes } = filter;
  const tests: readonly Test[] = [
    ...(locations ? [({ businessNumber }: TicketRow) => locations.has(businessNumber)] : []),
    ...anyOf(
      assignees?.map((email) => assigneeDigest(owner, email)),
      ({ assignee }) => [assignee],
    ),
    ...anyOf(
      tagNames?.map((tag) => tagDigest(owner, tag)),
      ({ tags }) => tags,
    ),
    ...anyOf(sourceAliases?.map(caseKey), ({ ticketType, source }) =>
      ticketType === 'review' ? [caseKey(source)] : [],
    ),
    ...anyOf(sourceTypes, ({ ticketType, source }) => (ticketType === 'untagged' ? [source] : [])),
    ...anyOf(ticketStatuses, ({ status }) => [status]),
    ...anyOf(ticketTypes, ({ ticketType }) => [ticketType]),
  ];
  return (row) => tests.every((test) => test(row));
};

interface Order {
  readonly isAscending: boolean;
  /** By the alias of the location instead of the creation. */
  readonly aliases?: ReadonlyMap<number, { readonly alias: string }> | undefined;
}

/** Rows in the order of the list: ties by id, ascending in both directions. */
export const inOrder = (rows: readonly TicketRow[], { isAscending, aliases }: Order): readonly TicketRow[] => {
  const sign = isAscending ? 1 : -1;
  if (!aliases) return rows.toSorted((a, b) => sign * (a.created - b.created) || a.ticketId - b.ticketId);
  const sortedAs = new Map([...aliases].map(([number, { alias }]) => [number, Buffer.from(alias)]));
  const none = Buffer.from('');
  const by = ({ businessNumber }: TicketRow) => sortedAs.get(businessNumber) ?? none;
  return rows.toSorted((a, b) => sign * Buffer.compare(by(a), by(b)) || a.ticketId - b.ticketId);
};
