/** Writes of users: read the context, validate, write, and repeat if another request changed the context. */
import { contexts } from '../contacts/repository/preconditions.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import * as laterErrors from '../contract/later-error-rows.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { markAbove } from '../dynamodb/writes/marks.ts';
import { until } from '../dynamodb/writes/until.ts';
import { openAccount } from '../partners/repository/open-account.ts';
import { userActions } from './repository/change.ts';
import type { Person, User } from './repository/user.ts';
import { type UserContext, users } from './repository/users.ts';
import { losesLastOwner } from './rules/roles.ts';

/** How often a write is tried if other requests change its context each time. */
const ATTEMPTS = { attempts: 10, mostDoublings: 5 } as const;

export type Done = 'done' | { readonly refused: ErrorEntry };

/** What a request makes of the context: a refusal, or the user after it; without `after`, the user is removed. */
export type Wanted =
  | { readonly refused: ErrorEntry }
  | {
      readonly after: User | undefined;
      readonly who: Person;
      /** The locations that the request names. */
      readonly named: readonly number[];
      /** An error to report only if the locations are valid. */
      readonly late?: ErrorEntry;
    };

export interface UserCommand {
  /** The number of the account, or of one of its locations. */
  readonly businessId: number;
  readonly email: string;
  readonly validateOnly: boolean;
  readonly make: (context: UserContext, accountNumber: number) => Wanted;
}

/** Whether all of these are locations of the account as they stand, also those that the user has access to already. */
const areLocations = async (store: PartnerStore, accountNumber: number, named: readonly number[]): Promise<boolean> => {
  const owner = { partnerId: store.partnerId, accountNumber };
  const found = await contexts(store).locations(owner, named, { mostChecked: named.length });
  return found.length === named.length;
};

const writeOnce = async (
  store: PartnerStore,
  { businessId, email, validateOnly, make }: UserCommand,
): Promise<Done | 'changed'> => {
  const accountNumber = await openAccount(store, businessId);
  if (accountNumber === undefined) return { refused: errors.businessInvalid };
  const context = await users(store).context(accountNumber, email);
  const { before, person } = context;
  const wanted = make(context, accountNumber);
  if ('refused' in wanted) return wanted;
  const { after, who, named, late } = wanted;
  if (!(await areLocations(store, accountNumber, named))) return { refused: laterErrors.businessNotFound };
  if (late) return { refused: late };
  if (losesLastOwner(context, after?.userRole)) return { refused: laterErrors.lastOwner };
  const write = {
    partnerId: store.partnerId,
    accountNumber,
    before,
    person,
    after,
    who,
    mark: markAbove(before, person?.item),
  };
  if (!validateOnly) return users(store).write(write);
  // A dry run reports users that are too large as well.
  userActions(write);
  return 'done';
};

/**
 * Writes a user, or only validates the write.
 *
 * @throws StoreUnavailable if other requests interfered each time, or if it is unknown whether the write landed
 */
export const writeUser = async (store: PartnerStore, command: UserCommand): Promise<Done> => {
  if (store.idempotency?.executed) return 'done';
  return until<Done>(ATTEMPTS, () => writeOnce(store, command));
};
