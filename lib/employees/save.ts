/** Save employee: read, merge, validate, write, and repeat if another request changed the employee meanwhile. */
import { isDeepStrictEqual } from 'node:util';
import { postCommitCheck } from '../business/repository/post-commit-check.ts';
import { contexts } from '../contacts/repository/preconditions.ts';
import { unknownLocations } from '../contacts/repository/unknown-locations.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { invalid, locationsUnknown } from '../contract/errors.ts';
import type { Changes } from '../contract/fields.ts';
import type { Refusal, Violation } from '../contract/violations.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { Executed } from '../dynamodb/writes/idempotency-record.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { type Employee, type EmployeeOwner, MOST_EMPLOYEES } from './repository/employee.ts';
import { employees } from './repository/employees.ts';
import { mergedEmployee } from './rules/merge.ts';

export interface SaveCommand {
  /** The number of the account, or of one of its locations. */
  readonly businessId: number;
  /** The body by path; `null` clears. */
  readonly changes: Changes;
  readonly validateOnly: boolean;
}

type Saved = { readonly employee: Employee } | Refusal;

const TOO_MANY = invalid(
  'emailId',
  `must be of one of the account's ${MOST_EMPLOYEES} employees, the most it can have`,
);

const required: Violation = { path: 'firstName', error: invalid('firstName', 'is required'), missing: true };
const NAMELESS: Refusal = { refused: required.error, violations: [required] };

/** 5556, naming the numbers that are no locations of the account. */
const notFound = async (
  store: PartnerStore,
  owner: EmployeeOwner,
  wanted: readonly number[],
): Promise<ErrorEntry | undefined> => {
  const others = await unknownLocations(store, owner, wanted, true);
  return others.length > 0 ? locationsUnknown(...others) : undefined;
};

/** What a request that was executed before has left. */
const executedBefore = async (
  store: PartnerStore,
  { businessId, changes }: SaveCommand,
  { mark }: Executed,
): Promise<Saved> => {
  const named = await contexts(store).named(businessId);
  const found = named && (await employees(store).executed(named.owner, String(changes.emailId), mark));
  return found ? { employee: found } : { refused: errors.businessInvalid };
};

const saveOnce = async (store: PartnerStore, command: SaveCommand): Promise<Saved | 'changed'> => {
  const { businessId, changes, validateOnly } = command;
  const named = await contexts(store).named(businessId);
  if (!named) return { refused: errors.businessInvalid };
  const { owner, location } = named;
  const { context, write, keep } = employees(store);
  const { stored, amount } = await context(owner, String(changes.emailId));
  const after = mergedEmployee(changes, stored, location?.businessNumber);
  if (!after) return NAMELESS;
  const sent = [...new Set((changes.businessNumbers ?? []) as readonly number[])];
  const refused = await notFound(store, owner, sent);
  if (refused) return { refused };
  if (!stored && amount >= MOST_EMPLOYEES) return { refused: TOO_MANY };
  const { item: _, ...before } = stored ?? { item: undefined };
  const isSame = stored !== undefined && isDeepStrictEqual(after, before);
  if (validateOnly) return { employee: after };
  const written = await (isSame ? keep(owner, stored) : write(owner, stored?.item, after));
  if ('refused' in written) return 'changed';
  if ('executed' in written) return executedBefore(store, command, written.executed);
  const added = after.locations === 'all' || isSame ? [] : after.locations;
  await postCommitCheck(store, owner, { added, isNew: !stored });
  return { employee: after };
};

/**
 * Saves an employee, or only validates it.
 *
 * @throws StoreUnavailable; ItemTooLarge; KeyReused
 */
export const saveEmployeeIn = (store: PartnerStore, command: SaveCommand): Promise<Saved> =>
  store.idempotency?.executed
    ? executedBefore(store, command, store.idempotency.executed)
    : until<Saved>(USUAL_ATTEMPTS, () => saveOnce(store, command));
