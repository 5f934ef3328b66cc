/** The line of a user of an account. The person has a separate line. */
import { email } from '../../../lib/contract/atoms.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { ifUnchanged, stillLoaded, updateAction } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { nextMark } from '../../../lib/dynamodb/writes/marks.ts';
import type { Action } from '../../../lib/dynamodb/writes/transactions.ts';
import { notification } from '../../../lib/users/contracts/shared-schemas.ts';
import { countsAction, countsAdded } from '../../../lib/users/repository/change.ts';
import {
  isUser,
  type Notification,
  nextAfter,
  personKey,
  ROLES,
  type User,
  userFrom,
  userItem,
  userKey,
  usersPartition,
} from '../../../lib/users/repository/user.ts';
import { userEntity } from '../../../lib/users/repository/user-entities.ts';
import { isOwn } from '../sent-writes.ts';
import { asLoaded, IF_NEW, stepTo, written } from '../upsert.ts';
import { type LineKind, type LoadContext, lineOf, positive, refused, type Written } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

interface UserLine {
  readonly emailId: string;
  readonly userRole: User['userRole'];
  readonly locationsNumberAccess?: readonly number[];
  readonly notification?: Notification;
  readonly createdAt?: string;
}

/** How often the user is read again when others change it meanwhile. */
const ATTEMPTS = 10;

/** Adds one to a person's accounts. If the person counted as unchanged since its load, it still does. */
const oneMore = (person: Item, { events }: LoadContext): Action =>
  updateAction(person, { accounts: Number(person.accounts ?? 0) + 1, ...stillLoaded(person) }, { quiet: !events });

const writeUser = async (
  context: LoadContext,
  { partnerId, accountNumber }: Pick<User, 'partnerId' | 'accountNumber'>,
  { emailId, userRole, locationsNumberAccess, notification: notified, createdAt }: UserLine,
): Promise<Written> => {
  const { table, dryRun } = context;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const stands = await table.get(userKey(partnerId, accountNumber, emailId));
    const person = await table.get(personKey(partnerId, emailId));
    // A dry run has not written the person's own line.
    if (!person && !dryRun) return refused(`no person has the email ${emailId}`);
    const found = isUser(stands) ? stands : undefined;
    const before = found && userFrom(found);
    const after: User = {
      partnerId,
      accountNumber,
      userId: Number(person?.userId ?? 0),
      emailId: String(person?.emailId ?? emailId),
      userRole,
      access: locationsNumberAccess ? [...new Set(locationsNumberAccess)].toSorted((a, b) => a - b) : 'all',
      ...(notified && { notification: notified }),
      createdAt: createdAt ?? before?.createdAt ?? new Date().toISOString(),
      invited: before?.invited ?? false,
    };
    const made = userItem(after);
    const fresh = stands && !found ? nextAfter(made, stands, nextMark()) : made;
    const step = stepTo(found, fresh, context);
    if (found && !step.changes) return written(step);
    if (dryRun || !person) return written(step);
    const condition = stands ? ifUnchanged(stands) : { ConditionExpression: IF_NEW };
    const outcome = await table.transact([
      found && step.changes
        ? updateAction(found, step.changes, { quiet: !context.events })
        : { Put: { Item: asLoaded(fresh, context), ...condition } },
      ...(found ? [] : [oneMore(person, context)]),
      ...countsAction(after, countsAdded(before, after)),
    ]);
    if (!outcome || isOwn(outcome, fresh)) return written(step);
    const isLastOwner = before?.userRole === 'owner' && userRole !== 'owner' && !outcome.failed.has(0);
    if (isLastOwner) return refused(`account ${accountNumber} has no other owner`);
  }
  throw new StoreUnavailable('other writers keep changing the user');
};

export const userLine: LineKind = {
  entity: userEntity,
  pass: 3,
  schema: lineOf({
    accountNumber: positive,
    user: {
      type: 'object',
      required: ['emailId', 'userRole'],
      properties: {
        emailId: email(254),
        userRole: { enum: ROLES },
        locationsNumberAccess: { type: 'array', items: positive, 'x-blank': 'check' },
        notification,
        createdAt: pointInTime,
      },
    },
  }),
  read(fields) {
    const { accountNumber, user: sent } = fields as unknown as { accountNumber: number; user: UserLine };
    const user = inUtc(sent, ['createdAt'], 'user.');
    if ('refused' in user) return user;
    return {
      about: `user ${user.emailId.toLowerCase()} of account ${accountNumber}`,
      locks: [`person ${user.emailId.toLowerCase()}`],
      async write(context) {
        const partnerId = await context.owners.ofAccount(accountNumber);
        if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
        for (const number of user.locationsNumberAccess ?? []) {
          if ((await context.owners.ofBusiness(number))?.accountNumber !== accountNumber)
            return refused(`business ${number} does not belong to account ${accountNumber}`);
        }
        return writeUser(context, { partnerId, accountNumber }, user);
      },
    };
  },
  lineOf(item) {
    const { accountNumber, emailId, userRole, access, notification: notified, createdAt } = userFrom(item);
    return {
      type: 'user',
      accountNumber,
      user: {
        emailId,
        userRole,
        ...(access !== 'all' && { locationsNumberAccess: access }),
        ...(notified && { notification: notified }),
        createdAt,
      },
    };
  },
  ofAccount: usersPartition,
};
