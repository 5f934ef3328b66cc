/** Loads what tickets show next to their records: words, locations, people and customers. */
import { type Contact, contactKey } from '../contacts/repository/contact.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { type Key, keyText } from '../dynamodb/table/keys.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { ReadBudget } from '../dynamodb/table/read-units.ts';
import { readWithin } from '../dynamodb/table/read-within.ts';
import { people } from '../employees/repository/people.ts';
import { reviewFrom, reviewKey } from '../reviews/repository/review.ts';
import { assigneeReply } from './people.ts';
import { ticketReply } from './reply.ts';
import { ticketActivityKey } from './repository/activity.ts';
import { type ShownLocation, ticketLocations } from './repository/locations.ts';
import { type Ticket, type TicketOwner, ticketFrom } from './repository/ticket.ts';

export interface Reading {
  readonly budget: ReadBudget;
  /** A ticket that is read by its id shows a write at once, a list within a second. */
  readonly consistent: boolean;
}

const reporterOf = (item: Item | undefined) => {
  if (!item) return null;
  const contact = item.contact as Contact;
  const text = (name: string) => String(contact[name] ?? '');
  return { firstName: text('firstName'), lastName: text('lastName'), emailId: text('email'), phone: text('phone') };
};

/** The description of each ticket, or of one of a review without any what the review says. */
const wordsOf = async (
  store: PartnerStore,
  owner: TicketOwner,
  tickets: readonly Ticket[],
  reading: Reading,
): Promise<ReadonlyMap<number, string> | undefined> => {
  const firstKey = ({ ticketId, first }: Ticket) => ticketActivityKey(owner, ticketId, first);
  const firsts = await readWithin(store.table, tickets.map(firstKey), reading);
  if (!firsts) return undefined;
  const words = new Map(
    tickets.map((ticket) => [ticket.ticketId, String(firsts.get(keyText(firstKey(ticket)))?.description ?? '')]),
  );
  const silent = tickets.filter(({ ticketType, ticketId }) => ticketType === 'review' && words.get(ticketId) === '');
  const reviewOf = ({ businessNumber, externalId = '' }: Ticket) =>
    reviewKey(store.partnerId, { businessNumber, reviewId: externalId });
  const reviews = await readWithin(store.table, silent.map(reviewOf), reading);
  if (!reviews) return undefined;
  for (const ticket of silent) {
    const item = reviews.get(keyText(reviewOf(ticket)));
    words.set(ticket.ticketId, (item && reviewFrom(item).comments) ?? '');
  }
  return words;
};

const NOWHERE: ShownLocation = { name: '', alias: '', phone: '' };

/** The tickets of these keys that are there, in their order, as they are answered; `undefined` beyond the budget. */
export const shownTickets = async (
  store: PartnerStore,
  owner: TicketOwner,
  keys: readonly Key[],
  reading: Reading,
): Promise<readonly object[] | undefined> => {
  const items = await readWithin(store.table, keys, reading);
  if (!items) return undefined;
  const tickets = keys.flatMap((key) => {
    const item = items.get(keyText(key));
    return item ? [ticketFrom(item)] : [];
  });
  const numbers = tickets.map(({ businessNumber }) => businessNumber);
  const locations = await ticketLocations(store).of(owner.accountNumber, numbers, reading.budget);
  const words = locations && (await wordsOf(store, owner, tickets, reading));
  const customers =
    words &&
    (await readWithin(
      store.table,
      tickets.flatMap(({ customerId }) => (customerId === undefined ? [] : [contactKey(owner, customerId)])),
      reading,
    ));
  if (!customers) return undefined;
  const emails = tickets.flatMap(({ assignee }) => assignee?.email ?? []);
  const known = await people(store).named(owner, emails, reading);
  return tickets.map(({ item: _, ...ticket }) => {
    const { ticketId, businessNumber, assignee, customerId } = ticket;
    const customer = customerId === undefined ? undefined : customers.get(keyText(contactKey(owner, customerId)));
    return ticketReply(ticket, {
      description: words.get(ticketId) ?? '',
      assignedTo: assigneeReply(assignee, known),
      business: locations.get(businessNumber) ?? NOWHERE,
      reporter: reporterOf(customer),
    });
  });
};
