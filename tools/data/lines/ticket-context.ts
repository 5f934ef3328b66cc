/** What the line of a ticket needs to know: its review or response, and whom its emails name. */
import { erasureKey } from '../../../lib/contacts/repository/erasure.ts';
import { caseKey } from '../../../lib/contract/text.ts';
import { employeeId } from '../../../lib/employees/repository/employee.ts';
import { employeeErasureKey } from '../../../lib/employees/repository/erasure.ts';
import { reviewFrom, reviewKey } from '../../../lib/reviews/repository/review.ts';
import { responseFrom, responseKey } from '../../../lib/surveys/repository/response.ts';
import { type Actor, SOURCE_TYPES, type Ticket, type TicketOwner } from '../../../lib/tickets/repository/ticket.ts';
import { userErasureKey } from '../../../lib/users/repository/erasure.ts';
import { personFrom, personKey } from '../../../lib/users/repository/user.ts';
import { type LoadContext, type Refused, refused } from './line.ts';
import type { TicketRead } from './ticket-lines.ts';

type About = Pick<Ticket, 'source' | 'happenedAt' | 'rating' | 'surveyId' | 'surveyResponseId'>;

/** What the ticket is about, from the review or the response. */
export const aboutTicket = async (
  { table, dryRun }: LoadContext,
  owner: TicketOwner,
  line: TicketRead,
): Promise<About | Refused> => {
  const { ticketType, businessNumber, externalId = '', surveyId = 0, surveyResponseId = 0, created } = line;
  // In a dry run it may be on an earlier line.
  const absent = (what: string) => (dryRun ? { source: '', happenedAt: created } : refused(`${what} does not exist`));
  if (ticketType === 'untagged') return { source: line.sourceType ?? SOURCE_TYPES[3], happenedAt: created };
  if (ticketType === 'review') {
    const item = await table.get(reviewKey(owner.partnerId, { businessNumber, reviewId: externalId }));
    if (!item) return absent(`review ${externalId} of business ${businessNumber}`);
    const { sourceAlias, rating, reviewDate } = reviewFrom(item);
    return { source: sourceAlias, rating, happenedAt: Date.parse(reviewDate) };
  }
  const item = await table.get(responseKey(owner, { surveyId, responseId: surveyResponseId }));
  if (item?.businessNumber !== businessNumber)
    return absent(`response ${surveyResponseId} to survey ${surveyId} at business ${businessNumber}`);
  return { source: '', surveyId, surveyResponseId, happenedAt: responseFrom(item).created };
};

/** Whether the customer was erased: an old file must not bring their data back. */
export const isErasedCustomer = async (
  { table }: LoadContext,
  owner: TicketOwner,
  customerId: number | undefined,
): Promise<boolean> => customerId !== undefined && (await table.get(erasureKey(owner, customerId))) !== undefined;

/** Whom an email names; no one who was erased. */
export const actorsOf = async (
  { table }: LoadContext,
  owner: TicketOwner,
  { assignedTo, rows, userIds = [] }: Pick<TicketRead, 'assignedTo' | 'rows' | 'userIds'>,
): Promise<(email?: string) => Actor | undefined> => {
  const { partnerId } = owner;
  const emails = [
    assignedTo,
    ...rows.flatMap(({ type, by, from, to }) => (type === 'assigned' ? [by, from, to] : [by])),
  ];
  const actors = new Map<string, Actor>();
  const named = new Map(userIds.map(({ emailId, userId }) => [caseKey(emailId), userId]));
  for (const email of new Set(emails.filter((each) => each !== undefined))) {
    const person = await table.get(personKey(partnerId, email));
    const userId = named.get(caseKey(email)) ?? (person && personFrom(person).userId);
    const erased = await Promise.all([
      table.get(employeeErasureKey({ ...owner, employee: employeeId(owner, email) })),
      userId === undefined ? undefined : table.get(userErasureKey(partnerId, userId)),
    ]);
    if (erased.every((each) => each === undefined))
      actors.set(email, { email, ...(userId !== undefined && { userId }) });
  }
  return (email) => (email === undefined ? undefined : actors.get(email));
};
