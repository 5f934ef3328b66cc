/** Comments on tickets and updates of them: read, validate who acts and what they do, write all of it or nothing. */
import { contexts } from '../contacts/repository/preconditions.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { invalid, naming } from '../contract/errors.ts';
import * as laterErrors from '../contract/later-error-rows.ts';
import { caseKey } from '../contract/text.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { Conflict } from '../dynamodb/client/outcomes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { type Attempts, USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { assignable, type KnownPeople, people } from '../employees/repository/people.ts';
import { refusedActor } from './people.ts';
import { prune } from './prune.ts';
import type { Actor, StoredTicket, TicketOwner, TicketStatus } from './repository/ticket.ts';
import { type TicketWrite, tickets } from './repository/tickets.ts';
import { changed, commented, pointerChanges, pointersOf, type Wanted } from './rules/changes.ts';

type Refused = { readonly refused: ErrorEntry };
type Done = 'done' | Refused;

interface Acting {
  /** An account, or the location that the tickets must be of. */
  readonly businessId: number;
  readonly userEmail: string;
  readonly validateOnly: boolean;
}

export interface CommentCommand extends Acting {
  readonly ticketId: number;
  readonly comment: string;
}

export interface TicketUpdate {
  readonly ticketId: number;
  readonly assignedTo?: string | undefined;
  readonly ticketStatus?: TicketStatus | undefined;
}

export interface UpdateCommand extends Acting {
  readonly rows: readonly [TicketUpdate, ...TicketUpdate[]];
}

const ATTEMPTS: Attempts = {
  ...USUAL_ATTEMPTS,
  exhausted: () => new Conflict('other requests changed the tickets each time'),
};

const ticketNotFound = (ticketId: number): ErrorEntry => naming(errors.routeNotFound, ticketId);

interface Context {
  readonly owner: TicketOwner;
  readonly by: Actor;
  readonly known: KnownPeople;
  /** In the order of the ids. */
  readonly found: readonly StoredTicket[];
}

/** In the order of the checks: the business, who acts, the tickets, and whether they may act on these. */
const contextOf = async (
  store: PartnerStore,
  { businessId, userEmail }: Acting,
  ids: readonly number[],
  emails: readonly string[],
): Promise<Context | Refused> => {
  const named = await contexts(store).named(businessId);
  if (!named) return { refused: laterErrors.businessNotFound };
  const { owner, location } = named;
  const known = await people(store).named(owner, [userEmail, ...emails]);
  const user = known.get(caseKey(userEmail))?.user;
  if (!user) return { refused: errors.userNotFound };
  const all = await tickets(store).some(owner, ids);
  const found: StoredTicket[] = [];
  for (const id of ids) {
    const ticket = all.get(id);
    if (!ticket || (location && ticket.businessNumber !== location.businessNumber))
      return { refused: ticketNotFound(id) };
    found.push(ticket);
  }
  const refused = refusedActor(
    user,
    found.map(({ businessNumber }) => businessNumber),
  );
  return refused ? { refused } : { owner, by: { email: user.emailId, userId: user.userId }, known, found };
};

/** Writes what was validated; a request that changes nothing takes its idempotency key alone. */
const written = async (
  store: PartnerStore,
  { owner, found }: Context,
  writes: readonly TicketWrite[],
  pointers: Parameters<ReturnType<typeof tickets>['write']>[2] = [],
): Promise<'done' | 'changed'> => {
  const { write, keep } = tickets(store);
  const [first, ...more] = writes;
  const outcome = await (first
    ? write(owner, [first, ...more], pointers)
    : keep(found as [StoredTicket, ...StoredTicket[]]));
  if ('refused' in outcome) return 'changed';
  if ('done' in outcome) for (const each of writes) await prune(store, owner, each);
  return 'done';
};

const commentOnce = async (store: PartnerStore, command: CommentCommand): Promise<Done | 'changed'> => {
  const context = await contextOf(store, command, [command.ticketId], []);
  if ('refused' in context) return context;
  const { by, found } = context;
  const write = commented(found[0]!, { comment: command.comment, by, at: clock.now() });
  if ('refused' in write) return write;
  return command.validateOnly ? 'done' : written(store, context, [write]);
};

/** Adds a comment. @throws Conflict; StoreUnavailable; KeyReused */
export const commentOn = async (store: PartnerStore, command: CommentCommand): Promise<Done> =>
  store.idempotency?.executed ? 'done' : until<Done>(ATTEMPTS, () => commentOnce(store, command));

/** Who is to be assigned by a row; whom the ticket has already is not assigned again. */
const assigneeFor = (
  { assignedTo }: TicketUpdate,
  ticket: StoredTicket,
  known: KnownPeople,
): Actor | Refused | undefined => {
  if (assignedTo === undefined) return undefined;
  if (ticket.assignee && caseKey(ticket.assignee.email) === caseKey(assignedTo)) return undefined;
  return assignable(known.get(caseKey(assignedTo)), ticket.businessNumber) ?? { refused: errors.userNotFound };
};

const updateOnce = async (store: PartnerStore, command: UpdateCommand): Promise<Done | 'changed'> => {
  const { rows, validateOnly } = command;
  const ids = rows.map(({ ticketId }) => ticketId);
  const emails = rows.flatMap(({ assignedTo }) => assignedTo ?? []);
  const context = await contextOf(store, command, ids, emails);
  if ('refused' in context) return context;
  const { by, known, found } = context;
  const wanted: Wanted[] = [];
  for (const [index, row] of rows.entries()) {
    const before = found[index]!;
    const assignee = assigneeFor(row, before, known);
    if (assignee && 'refused' in assignee) return assignee;
    wanted.push({ before, assignee, status: row.ticketStatus });
  }
  const at = clock.now();
  const writes = wanted.flatMap((each) => changed(each, { by, at }) ?? []);
  const there = await tickets(store).pointers(pointersOf(store.partnerId, writes));
  const pointers = pointerChanges(store.partnerId, writes, there);
  if ('second' in pointers) {
    const path = `ticketUpdateMessages[${ids.indexOf(pointers.second.ticketId)}].ticketStatus`;
    return {
      refused: invalid(
        path,
        `must stay closed: ticket ${pointers.first} of the same ${pointers.second.ticketType === 'review' ? 'review' : 'response'} is not closed`,
      ),
    };
  }
  return validateOnly ? 'done' : written(store, context, writes, pointers);
};

/** Updates tickets, all or none. @throws Conflict; StoreUnavailable; KeyReused */
export const updateTicketsIn = async (store: PartnerStore, command: UpdateCommand): Promise<Done> =>
  store.idempotency?.executed ? 'done' : until<Done>(ATTEMPTS, () => updateOnce(store, command));
