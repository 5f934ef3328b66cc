/** Create ticket: find what it is about, validate, write, and repeat if another request changed the context. */
import { drawNumber } from '../business/repository/creation.ts';
import { postCommitCheck } from '../business/repository/post-commit-check.ts';
import { contexts, type Location } from '../contacts/repository/preconditions.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import * as laterErrors from '../contract/later-error-rows.ts';
import { caseKey } from '../contract/text.ts';
import type { Refusal } from '../contract/violations.ts';
import { keyText } from '../dynamodb/table/keys.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { nextMark } from '../dynamodb/writes/marks.ts';
import type { Action } from '../dynamodb/writes/transactions.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { assignable, people } from '../employees/repository/people.ts';
import { reviewFrom, reviewKey } from '../reviews/repository/review.ts';
import { responseFrom, responseKey } from '../surveys/repository/response.ts';
import { timeOfActivity } from './repository/activity.ts';
import { type Ticket, type TicketOwner, ticketOfKey } from './repository/ticket.ts';
import { tickets } from './repository/tickets.ts';
import { type CreateCommand, namesReview, type SentCustomer } from './rules/create-command.ts';

/** The customer of a ticket, as `lib/contacts` writes one: with the ticket. */
export interface Customer {
  readonly id: number;
  readonly mark: string;
  readonly actions: () => readonly Action[];
  readonly complete: () => Promise<void>;
}

export interface Naming {
  readonly owner: TicketOwner;
  readonly location: Location;
  readonly details: Readonly<Record<string, unknown>>;
}

type Named = Customer | Refusal | 'again';

/** Finds or creates customers. */
export interface Customers {
  /** Who is sent with the ticket. */
  sent(customer: SentCustomer, naming: Naming): Promise<Named>;
  /** Who wrote the review or the response: they may be gone. */
  known(id: number, naming: Naming): Promise<Named>;
}

export interface Creation extends CreateCommand {
  readonly businessNumber: number;
  readonly validateOnly: boolean;
}

type Created = { readonly ticketId: number } | Refusal;

/** What a ticket is about. */
type About = Pick<Ticket, 'externalId' | 'surveyId' | 'surveyResponseId' | 'customerId' | 'source' | 'rating'> & {
  readonly happenedAt?: number;
};

const aboutReview = async (
  store: PartnerStore,
  { externalId, businessNumber }: Creation,
): Promise<About | undefined> => {
  if (!namesReview(externalId)) return undefined;
  const item = await store.table.get(reviewKey(store.partnerId, { businessNumber, reviewId: externalId }));
  if (!item) return undefined;
  const { sourceAlias, rating, reviewDate, customerId } = reviewFrom(item);
  return {
    externalId,
    source: sourceAlias,
    rating,
    happenedAt: Date.parse(reviewDate),
    ...(customerId !== undefined && { customerId }),
  };
};

const aboutResponse = async (
  store: PartnerStore,
  owner: TicketOwner,
  command: Creation,
): Promise<About | undefined> => {
  const { surveyId, surveyResponseId, externalId, businessNumber } = command;
  if (surveyId === undefined || surveyResponseId === undefined) return undefined;
  const item = await store.table.get(responseKey(owner, { surveyId, responseId: surveyResponseId }));
  if (item?.businessNumber !== businessNumber) return undefined;
  const { created, customerId } = responseFrom(item);
  return {
    surveyId,
    surveyResponseId,
    source: '',
    happenedAt: created,
    ...(externalId !== undefined && { externalId }),
    ...(customerId !== undefined && { customerId }),
  };
};

/** 1042 for no review, 1315 for no response. */
const aboutOf = async (
  store: PartnerStore,
  owner: TicketOwner,
  command: Creation,
): Promise<About | { readonly refused: ErrorEntry }> => {
  const { ticketType, externalId, sourceType } = command;
  if (ticketType === 'review') return (await aboutReview(store, command)) ?? { refused: errors.reviewIdInvalid };
  if (ticketType === 'survey') return (await aboutResponse(store, owner, command)) ?? { refused: errors.surveyInvalid };
  return { source: sourceType, ...(externalId !== undefined && { externalId }) };
};

const customerOf = async (customers: Customers, command: Creation, about: About, naming: Naming) => {
  if (command.customer) return customers.sent(command.customer, naming);
  if (about.customerId === undefined) return undefined;
  const known = await customers.known(about.customerId, naming);
  // A contact that is gone meanwhile is named by its id all the same.
  return known !== 'again' && 'refused' in known ? undefined : known;
};

const createOnce = async (
  store: PartnerStore,
  command: Creation,
  customers: Customers,
): Promise<Created | 'changed'> => {
  const { businessNumber, assignedTo, ticketType, tags, additionalParams, description, validateOnly } = command;
  const named = await contexts(store).named(businessNumber);
  if (!named?.location) return { refused: laterErrors.businessNotFound };
  const { owner, location } = named;
  const known = await people(store).named(owner, [assignedTo]);
  const assignee = assignable(known.get(caseKey(assignedTo)), businessNumber);
  if (!assignee) return { refused: errors.userNotFound };
  const about = await aboutOf(store, owner, command);
  if ('refused' in about) return about;
  const { create, pointers, keepPointer } = tickets(store);
  const key = ticketOfKey(store.partnerId, { businessNumber, ticketType, ...about });
  const there = key && (await pointers([key])).get(keyText(key));
  const ticketId = there ?? drawNumber();
  const customer = await customerOf(customers, command, about, {
    owner,
    location,
    details: { ticketId, businessNumber },
  });
  if (customer === 'again') return 'changed';
  if (customer && 'refused' in customer) return customer;
  if (validateOnly) {
    // A customer whose record would be too large.
    if (there === undefined) customer?.actions();
    return { ticketId: there ?? 0 };
  }
  if (key && there !== undefined) {
    const kept = await keepPointer(key, there);
    if ('refused' in kept) return 'changed';
    return { ticketId: 'executed' in kept ? Number(kept.executed.result?.ticketId) : there };
  }
  const mark = customer?.mark ?? nextMark();
  const created = timeOfActivity(mark);
  const ticket: Ticket = {
    happenedAt: created,
    ...about,
    accountNumber: owner.accountNumber,
    ...{ businessNumber, ticketId, status: 'new', ticketType, assignee, tags, created, updated: created },
    ...{ comments: 0, changes: 0, first: mark },
    ...(customer && { customerId: customer.id }),
    ...(additionalParams && { additionalParams }),
  };
  const written = await create(owner, ticket, { mark, description, others: customer?.actions() ?? [] });
  if ('refused' in written) return 'changed';
  if ('executed' in written) return { ticketId: Number(written.executed.result?.ticketId) };
  await customer?.complete();
  await postCommitCheck(store, owner, { added: [businessNumber], isNew: false });
  return { ticketId };
};

/**
 * Creates a ticket, or only validates it: the id of a new one is 0 then.
 *
 * @throws StoreUnavailable; ItemTooLarge; KeyReused
 */
export const createTicketIn = async (
  store: PartnerStore,
  command: Creation,
  customers: Customers,
): Promise<Created> => {
  const executed = store.idempotency?.executed;
  if (executed) return { ticketId: Number(executed.result?.ticketId) };
  return until(USUAL_ATTEMPTS, () => createOnce(store, command, customers));
};
