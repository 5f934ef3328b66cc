/** Lists of tickets: which they are by the index, then the tickets of the page, no more than a request may read. */
import { contexts } from '../contacts/repository/preconditions.ts';
import { unknownLocations } from '../contacts/repository/unknown-locations.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { invalid, locationsUnknown } from '../contract/errors.ts';
import * as laterErrors from '../contract/later-error-rows.ts';
import type { PageWindow } from '../contract/page-window.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { readBudget } from '../dynamodb/table/read-units.ts';
import { pageTooLarge, tooManyTickets } from './contracts/get-tickets.ts';
import { activitiesReply } from './reply.ts';
import { ticketLocations } from './repository/locations.ts';
import { type TicketOwner, ticketKey } from './repository/ticket.ts';
import { ticketIndex } from './repository/ticket-index.ts';
import { tickets } from './repository/tickets.ts';
import { inOrder, type TicketFilter, wantedBy } from './rules/listing.ts';
import { shownTickets } from './show.ts';

export interface TicketQuery extends TicketFilter {
  /** An account, or a location. */
  readonly businessId: number;
  readonly isAscending: boolean;
  readonly byAlias: boolean;
  /** No window: only the number is asked for. */
  readonly window: PageWindow | undefined;
}

type Refused = { readonly refused: ErrorEntry };
type Listed = { readonly total: number; readonly replies: readonly object[] } | Refused;

/** Read units of the index and a page together; and of the locations by whose aliases a list is sorted. */
const MOST_UNITS = 980;
const MOST_FOR_ALIASES = 320;
const MOST_LOCATIONS = 500;

/** 5556, naming the numbers that are no locations of the account, or not the path's location. */
const notFound = async (
  store: PartnerStore,
  owner: TicketOwner,
  only: number | undefined,
  wanted: readonly number[],
): Promise<ErrorEntry | undefined> => {
  const others =
    only === undefined ? await unknownLocations(store, owner, wanted) : wanted.filter((number) => number !== only);
  return others.length > 0 ? locationsUnknown(...others) : undefined;
};

const TOO_MANY_LOCATIONS = invalid(
  'businessNumbers',
  `must name at most ${MOST_LOCATIONS} locations: a list by alias has no more different ones`,
);

export const listedTickets = async (store: PartnerStore, query: TicketQuery): Promise<Listed> => {
  const { businessId, fromDate, toDate, isAscending, byAlias, window } = query;
  const named = await contexts(store).named(businessId);
  if (!named) return { refused: laterErrors.businessNotFound };
  const { owner, location } = named;
  const businessNumbers = [...new Set(query.businessNumbers)];
  const refused = await notFound(store, owner, location?.businessNumber, businessNumbers);
  if (refused) return { refused };
  const only = location ? [location.businessNumber] : businessNumbers;
  const listed = await ticketIndex(store).rows(owner.accountNumber, { from: fromDate, to: toDate });
  if (!listed) return { refused: tooManyTickets };
  const found = listed.rows.filter(wantedBy(owner, query, only.length > 0 ? new Set(only) : undefined));
  if (!window) return { total: found.length, replies: [] };
  const numbers = new Set(found.map((row) => row.businessNumber));
  if (byAlias && numbers.size > MOST_LOCATIONS) return { refused: TOO_MANY_LOCATIONS };
  const budget = readBudget(MOST_FOR_ALIASES);
  const aliases = byAlias ? await ticketLocations(store).of(owner.accountNumber, [...numbers], budget) : undefined;
  if (byAlias && !aliases) return { refused: TOO_MANY_LOCATIONS };
  const page = inOrder(found, { isAscending, aliases }).slice(window.start, window.end);
  const replies = await shownTickets(
    store,
    owner,
    page.map(({ key }) => key),
    { budget: readBudget(MOST_UNITS - listed.units), consistent: false },
  );
  return replies ? { total: found.length, replies } : { refused: pageTooLarge };
};

/** A ticket with its activity: of an account, or of the location that is named. */
export const shownTicket = async (
  store: PartnerStore,
  businessId: number,
  ticketId: number,
): Promise<object | Refused> => {
  const named = await contexts(store).named(businessId);
  if (!named) return { refused: laterErrors.businessNotFound };
  const { owner, location } = named;
  const { some, activities } = tickets(store);
  const ticket = (await some(owner, [ticketId])).get(ticketId);
  const isElsewhere = location !== undefined && ticket?.businessNumber !== location.businessNumber;
  if (!ticket || isElsewhere) return { refused: errors.routeNotFound };
  const reading = { budget: readBudget(Number.POSITIVE_INFINITY), consistent: true };
  const [shown] = (await shownTickets(store, owner, [ticketKey(owner, ticketId)], reading)) ?? [];
  if (!shown) return { refused: errors.routeNotFound };
  return { ...shown, activities: activitiesReply(await activities(owner, ticketId)) };
};
