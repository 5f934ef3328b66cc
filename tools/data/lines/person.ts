/**
 * The line of a person of a partner's customers, with the id by which they are found. Lines of users put a person on
 * accounts.
 */
import { email, line } from '../../../lib/contract/atoms.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import { updateAction } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { userErasureKey } from '../../../lib/users/repository/erasure.ts';
import {
  detailsIn,
  type Person,
  personFrom,
  personItem,
  personKey,
  userIdItem,
  userIdKey,
  usersPartition,
} from '../../../lib/users/repository/user.ts';
import { personEntity } from '../../../lib/users/repository/user-entities.ts';
import { isOwn } from '../sent-writes.ts';
import { asLoaded, IF_NEW, stepTo, written } from '../upsert.ts';
import { type LineKind, type LoadContext, lineOf, partnerIdText, positive, refused, type Written } from './line.ts';

/** How often the person is read again when others change them meanwhile. */
const ATTEMPTS = 5;

const writePerson = async (context: LoadContext, person: Person): Promise<Written> => {
  const { table, dryRun } = context;
  const { partnerId, userId, emailId } = person;
  if (await table.get(userErasureKey(partnerId, userId))) return refused('the person was erased for good');
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await table.get(personKey(partnerId, emailId));
    const known = found && personFrom(found);
    if (known && known.userId !== userId) return refused(`${emailId} has the user id ${known.userId}`);
    const fresh = personItem(person, known?.accounts ?? 0);
    const step = stepTo(found, fresh, context);
    if (found && !step.changes) return written(step);
    const taken = await table.get(userIdKey(partnerId, userId));
    if (taken && taken.personKey !== fresh.pk) return refused(`user id ${userId} belongs to another person`);
    if (dryRun) return written(step);
    const pointer = userIdItem(person);
    const outcome = await table.transact([
      found && step.changes
        ? updateAction(found, step.changes, { quiet: !context.events })
        : { Put: { Item: asLoaded(fresh, context), ConditionExpression: IF_NEW } },
      {
        Put: {
          Item: pointer,
          ConditionExpression: `${IF_NEW} OR personKey = :person`,
          ExpressionAttributeValues: { ':person': pointer.personKey },
        },
      },
    ]);
    if (!outcome || isOwn(outcome, fresh)) return written(step);
  }
  throw new StoreUnavailable('other writers keep changing the person');
};

export const personLine: LineKind = {
  entity: personEntity,
  pass: 2,
  schema: lineOf({
    partnerId: partnerIdText,
    person: {
      type: 'object',
      required: ['userId', 'emailId'],
      properties: { userId: positive, emailId: email(254), firstName: line, lastName: line, phone: line },
    },
  }),
  read(fields) {
    const { partnerId, person } = fields as unknown as { partnerId: string; person: Omit<Person, 'partnerId'> };
    return {
      about: `person ${personKey(partnerId, person.emailId).pk}`,
      locks: [`user id ${partnerId} ${person.userId}`],
      write: async (context) =>
        (await context.owners.hasPartner(partnerId))
          ? writePerson(context, { ...person, partnerId })
          : refused(`partner ${partnerId} does not exist`),
    };
  },
  lineOf: ({ partnerId, userId, emailId, ...item }) => ({
    type: 'person',
    partnerId,
    person: { userId, emailId, ...detailsIn(item) },
  }),
  ofAccount: usersPartition,
  related: ({ pk }) => ({ pk, sk: 'PERSON' }),
};
