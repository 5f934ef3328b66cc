/** The service desk: one ticket of a review, who may act, what is left of a person, and how many there may be. */
import type { Mutant } from '../mutant.ts';

const CREATE = 'test/functions/tickets/create-ticket.test.ts';
const ACT = 'test/functions/tickets/act.test.ts';
const ERASE = 'test/tools/admin/ticket-erase.test.ts';
const COLLISIONS = 'part: collisions';

export const desk: readonly Mutant[] = [
  {
    name: 'two-tickets-of-one-review',
    file: 'lib/tickets/repository/tickets.ts',
    find: 'from === undefined ? { ConditionExpression: IF_NEW } : leadsTo(from)',
    replace: 'from === undefined ? {} : leadsTo(from)',
    tests: [[CREATE, 'has one ticket also if another request creates it before the write of this one']],
    promise: COLLISIONS,
  },
  {
    name: 'more-employees-than-an-account-may-have',
    file: 'lib/dynamodb/writes/limited-count.ts',
    find: 'attribute_not_exists(amount) OR amount < :most',
    replace: 'attribute_not_exists(amount) OR amount < :most OR amount >= :most',
    tests: [['test/functions/employees/employees.test.ts', 'makes one of saves of one email at once']],
    promise: COLLISIONS,
  },
  {
    name: 'viewers-comment',
    file: 'lib/tickets/people.ts',
    find: "user.userRole !== 'viewer' && ",
    replace: '',
    tests: [[ACT, 'is refused for fields, the business, the user, the ticket, then access']],
    promise: 'part: isolation',
  },
  {
    name: 'comments-of-an-erased-customer',
    file: 'lib/tickets/repository/ticket-erasure.ts',
    find: "    ...(activity.comment !== undefined && { comment: '' }),\n",
    replace: '',
    tests: [[ERASE, 'a contact leaves no word, and comes back by no file']],
    promise: 'threat: is still named in',
  },
  {
    name: 'assignees-of-an-erased-user',
    file: 'lib/tickets/repository/ticket-erasure.ts',
    find: '(actor) => actor?.userId === userId',
    replace: '(actor) => actor?.userId === -userId',
    tests: [[ERASE, 'a user leaves no email, also after a file']],
    promise: 'threat: is still named in',
  },
];
