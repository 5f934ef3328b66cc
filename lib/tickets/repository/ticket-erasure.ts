/** How a person is erased from tickets: a customer with their words, a user or an employee by email (docs/erasing.md). */
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { ContactName, EmployeeName, EraseFrom, UserName } from '../../dynamodb/table/erasure.ts';
import { keyOf, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { erasedByEmail } from '../../employees/repository/employee.ts';
import { activityRecord, ticketActivityFrom, type WrittenActivity } from './activity.ts';
import { type Actor, type Ticket, ticketChanges, ticketFrom } from './ticket.ts';

const isOfCustomer = (item: Item, { partnerId, accountNumber, contactId }: ContactName): boolean =>
  item.partnerId === partnerId && item.accountNumber === accountNumber && item.customerId === contactId;

const changedTicket = (item: Item, change: (ticket: Ticket) => Partial<Ticket>) => {
  const { item: _, ...ticket } = ticketFrom(item);
  const owner = { partnerId: String(item.partnerId), accountNumber: ticket.accountNumber };
  return {
    what: 'tickets',
    actions: [updateAction(item, ticketChanges(owner, { ...ticket, ...change(ticket) }), { quiet: true })],
  };
};

/** The customer of a ticket, and what was kept of a survey. */
export const eraseCustomer: EraseFrom<ContactName> = (item, name) =>
  isOfCustomer(item, name)
    ? changedTicket(item, () => ({ customerId: undefined, additionalParams: undefined }) as never)
    : undefined;

/**
 * The update of an activity, which has no version: what it writes is still as it was read. Else it would bring back who
 * was erased from it meanwhile.
 */
const activityAction = (item: Item, after: Omit<WrittenActivity, 'mark'>, isCustomers: boolean): Action => {
  const record = activityRecord(after);
  const names = ['by', 'byId', 'description', 'comment', 'changes'].filter((name) => item[name] !== undefined);
  const kept = names.filter((name) => Object.hasOwn(record, name));
  const gone = [...names.filter((name) => !Object.hasOwn(record, name)), ...(isCustomers ? ['customerId'] : [])];
  const renamed = (name: string) => `#${name}`;
  return {
    Update: {
      Key: keyOf(item),
      UpdateExpression: [
        ...(kept.length > 0 ? [`SET ${kept.map((name) => `${renamed(name)} = :${name}`).join(', ')}`] : []),
        ...(gone.length > 0 ? [`REMOVE ${gone.map(renamed).join(', ')}`] : []),
      ].join(' '),
      ConditionExpression: ['attribute_exists(pk)', ...names.map((name) => `${renamed(name)} = :${name}Read`)].join(
        ' AND ',
      ),
      ExpressionAttributeNames: Object.fromEntries([...kept, ...gone].map((name) => [renamed(name), name])),
      ...(names.length > 0 && {
        ExpressionAttributeValues: Object.fromEntries([
          ...kept.map((name) => [`:${name}`, record[name]]),
          ...names.map((name) => [`:${name}Read`, item[name]]),
        ]),
      }),
    },
  };
};

/** The words of a ticket of the customer: its description and its comments. */
export const eraseWords: EraseFrom<ContactName> = (item, name) => {
  if (!isOfCustomer(item, name)) return undefined;
  const { mark: _, ...activity } = ticketActivityFrom(item);
  const after = {
    ...activity,
    ...(activity.description !== undefined && { description: '' }),
    ...(activity.comment !== undefined && { comment: '' }),
  };
  return { what: 'activities of tickets', actions: [activityAction(item, after, true)] };
};

/** Whether an email is of the person who is erased. */
type IsTheirs = (actor: Actor | undefined) => boolean;

const eraseAssignee = (item: Item, isTheirs: IsTheirs) =>
  isTheirs(ticketFrom(item).assignee) ? changedTicket(item, () => ({ assignee: undefined }) as never) : undefined;

const eraseActor = (item: Item, isTheirs: IsTheirs) => {
  const { mark: _, ...activity } = ticketActivityFrom(item);
  const { by, changes = [] } = activity;
  const named = changes.flatMap((change) => (change.type === 'assigned' ? [change.from, change.to] : []));
  if (![by, ...named].some(isTheirs)) return undefined;
  const left = (actor: Actor | undefined) => (isTheirs(actor) ? undefined : actor);
  const after = {
    ...activity,
    by: left(by),
    ...(activity.changes && {
      changes: changes.map((change) =>
        change.type === 'assigned' ? { ...change, from: left(change.from), to: left(change.to) } : change,
      ),
    }),
  };
  return { what: 'activities of tickets', actions: [activityAction(item, after, false)] };
};

const ofUser =
  (erase: typeof eraseActor): EraseFrom<UserName> =>
  (item, { partnerId, userId }) =>
    item.partnerId === partnerId ? erase(item, (actor) => actor?.userId === userId) : undefined;

const ofEmployee = (erase: typeof eraseActor): EraseFrom<EmployeeName> =>
  erasedByEmail((item, isTheirs) => erase(item, (actor) => isTheirs(actor?.email)));

export const eraseAssigneeOfUser = ofUser(eraseAssignee);
export const eraseAssigneeOfEmployee = ofEmployee(eraseAssignee);
export const eraseActorOfUser = ofUser(eraseActor);
export const eraseActorOfEmployee = ofEmployee(eraseActor);
