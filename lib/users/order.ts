/** Writes of users from what is asked for to what is answered: look, judge, write, and again where others came between. */

import { grounds } from '../contacts/repository/ground.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import * as laterErrors from '../contract/later-error-rows.ts';
import { marksOf, nextMark } from '../dynamodb/marks.ts';
import { StoreUnavailable } from '../dynamodb/outcomes.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { pauseBefore } from '../dynamodb/pause.ts';
import { sources } from '../dynamodb/sources.ts';
import { accountKey, accountKeys, accountNumberIn, isAt, isClosing } from '../partners/repository/account.ts';
import { userActions } from './repository/change.ts';
import type { Person, User } from './repository/user.ts';
import { type UserGround, users } from './repository/users.ts';
import { addedLocations, losesLastOwner } from './rules/roles.ts';

/** How often a write is judged; each time another one has come between. */
const ATTEMPTS = 10;
const MOST_DOUBLINGS = 5;

export type Done = 'done' | { readonly refused: ErrorEntry };

/** What a request makes of what is there; `after` absent removes the user. */
export type Wanted =
  | { readonly refused: ErrorEntry }
  | {
      readonly after: User | undefined;
      readonly who: Person;
      /** What refuses it once its locations are known to be right. */
      readonly late?: ErrorEntry;
    };

export interface UserOrder {
  /** Of the account, or of one of its locations. */
  readonly businessId: number;
  readonly email: string;
  readonly validateOnly: boolean;
  readonly make: (ground: UserGround, accountNumber: number) => Wanted;
}

/** The account that a number names; none that is about to be deleted. */
const accountOf = async ({ table, partnerId }: PartnerStore, businessId: number): Promise<number | undefined> => {
  const items = await table.batchGet(accountKeys(partnerId, businessId));
  const account = items.find((item) => isAt(item, accountKey(partnerId, businessId)));
  if (account && isClosing(account, sources.now())) return undefined;
  return accountNumberIn(items, partnerId, businessId);
};

/** Whether all locations that are new in a list are the account's. */
const hasLocations = async (
  store: PartnerStore,
  accountNumber: number,
  before: User['access'] | undefined,
  after: User | undefined,
): Promise<boolean> => {
  const added = after ? addedLocations(before, after.access) : [];
  if (added.length === 0) return true;
  const owner = { partnerId: store.partnerId, accountNumber };
  return (await grounds(store).locations(owner, added)).length === added.length;
};

const writeOnce = async (
  store: PartnerStore,
  { businessId, email, validateOnly, make }: UserOrder,
): Promise<Done | 'changed'> => {
  const accountNumber = await accountOf(store, businessId);
  if (accountNumber === undefined) return { refused: errors.businessInvalid };
  const ground = await users(store).ground(accountNumber, email);
  const { before, user, person } = ground;
  const wanted = make(ground, accountNumber);
  if ('refused' in wanted) return wanted;
  const { after, who, late } = wanted;
  if (!(await hasLocations(store, accountNumber, user?.access, after)))
    return { refused: laterErrors.businessNotFound };
  if (late) return { refused: late };
  if (losesLastOwner(ground, after?.userRole)) return { refused: laterErrors.lastOwner };
  for (const item of [before, person?.item]) if (item) marksOf(item);
  const write = { partnerId: store.partnerId, accountNumber, before, person, after, who, mark: nextMark() };
  if (!validateOnly) return users(store).write(write);
  // What is too large is so in a dry run too.
  userActions(write);
  return 'done';
};

/**
 * Writes a user, or only judges it.
 *
 * @throws StoreUnavailable where others are in the way each time, or nobody knows what became of it
 */
export const writeUser = async (store: PartnerStore, order: UserOrder): Promise<Done> => {
  if (store.claim?.executed) return 'done';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await pauseBefore(Math.min(attempt, MOST_DOUBLINGS));
    const outcome = await writeOnce(store, order);
    if (outcome !== 'changed') return outcome;
  }
  throw new StoreUnavailable('others were in the way each time');
};
