/** A user of an account: the person is a line of its own. */
import { email } from '../../../../lib/contract/atoms.ts';
import type { Item } from '../../../../lib/dynamodb/attributes.ts';
import { nextMark } from '../../../../lib/dynamodb/marks.ts';
import { StoreUnavailable } from '../../../../lib/dynamodb/outcomes.ts';
import { updateAction } from '../../../../lib/dynamodb/parts.ts';
import type { Action } from '../../../../lib/dynamodb/transactions.ts';
import { notification } from '../../../../lib/users/contracts/parts.ts';
import { countsAction, countsAdded } from '../../../../lib/users/repository/change.ts';
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
} from '../../../../lib/users/repository/user.ts';
import { userEntity } from '../../../../lib/users/repository/user-entities.ts';
import { asLoaded, IF_NEW, stepTo, written } from '../bring.ts';
import { type LineKind, type LoadContext, lineOf, positive, refused, type Written } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

interface UserLine {
  readonly emailId: string;
  readonly userRole: User['userRole'];
  readonly locationsNumberAccess?: readonly number[];
  readonly notification?: Notification;
  readonly createdAt?: string;
}

/** So often the user is read again where others have changed it meanwhile. */
const ATTEMPTS = 10;

const onMark = (item: Item) => ({
  ConditionExpression: 'version = :version AND p0 = :mark',
  ExpressionAttributeValues: { ':version': item.version, ':mark': item.p0 },
});

/** A person is on one account more; as loaded as they were before. */
const oneMore = (person: Item, { events }: LoadContext): Action => {
  const wasLoaded = person.loadedVersion !== undefined && person.loadedVersion === person.version;
  return updateAction(
    person,
    {
      accounts: Number(person.accounts ?? 0) + 1,
      ...(wasLoaded && { loadedVersion: Number(person.version) + 1 }),
    },
    { quiet: !events },
  );
};

const writeUser = async (
  context: LoadContext,
  { partnerId, accountNumber }: Pick<User, 'partnerId' | 'accountNumber'>,
  { emailId, userRole, locationsNumberAccess, notification: told, createdAt }: UserLine,
): Promise<Written> => {
  const { table, dryRun } = context;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const stands = await table.get(userKey(partnerId, accountNumber, emailId));
    const person = await table.get(personKey(partnerId, emailId));
    // A dry run has not written the person's own line.
    if (!person && !dryRun) return refused(`there is no person with the email ${emailId}`);
    const found = isUser(stands) ? stands : undefined;
    const before = found && userFrom(found);
    const after: User = {
      partnerId,
      accountNumber,
      userId: Number(person?.userId ?? 0),
      emailId: String(person?.emailId ?? emailId),
      userRole,
      access: locationsNumberAccess ? [...new Set(locationsNumberAccess)].toSorted((a, b) => a - b) : 'all',
      ...(told && { notification: told }),
      createdAt: createdAt ?? before?.createdAt ?? new Date().toISOString(),
      invited: before?.invited ?? false,
    };
    const made = userItem(after);
    const fresh = stands && !found ? nextAfter(made, stands, nextMark()) : made;
    const step = stepTo(found, fresh, context);
    if ('outcome' in step && (step.outcome === 'unchanged' || step.outcome === 'changed')) return written(step);
    if (dryRun || !person) return written(step);
    const condition = stands ? onMark(stands) : { ConditionExpression: IF_NEW };
    const outcome = await table.transact([
      found && step.changes
        ? updateAction(found, step.changes, { quiet: !context.events })
        : { Put: { Item: asLoaded(fresh, context), ...condition } },
      ...(found ? [] : [oneMore(person, context)]),
      ...countsAction(after, countsAdded(before, after)),
    ]);
    // Its own first try may have landed without a response.
    if (!outcome || outcome.failed.get(0)?.p0 === fresh.p0) return written(step);
    const isLastOwner = before?.userRole === 'owner' && userRole !== 'owner' && !outcome.failed.has(0);
    if (isLastOwner) return refused(`account ${accountNumber} has no other owner`);
  }
  throw new StoreUnavailable('the user is written by others all the time');
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
        locationsNumberAccess: { type: 'array', items: positive, 'x-blank': 'judge' },
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
      claims: [`person ${user.emailId.toLowerCase()}`],
      async write(context) {
        const partnerId = await context.owners.ofAccount(accountNumber);
        if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
        for (const number of user.locationsNumberAccess ?? []) {
          if ((await context.owners.ofBusiness(number))?.accountNumber !== accountNumber)
            return refused(`business ${number} is none of account ${accountNumber}`);
        }
        return writeUser(context, { partnerId, accountNumber }, user);
      },
    };
  },
  lineOf(item) {
    const { accountNumber, emailId, userRole, access, notification: told, createdAt } = userFrom(item);
    return {
      type: 'user',
      accountNumber,
      user: {
        emailId,
        userRole,
        ...(access !== 'all' && { locationsNumberAccess: access }),
        ...(told && { notification: told }),
        createdAt,
      },
    };
  },
  ofAccount: usersPartition,
};
