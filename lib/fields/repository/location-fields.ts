/** Writes of a location together with its custom fields: the record, its values, new fields, in one transaction. */
import { type Business, businessChanges, businesses } from '../../business/repository/business.ts';
import { drawNumber } from '../../business/repository/creation.ts';
import { clock } from '../../dynamodb/client/clock.ts';
import { differs } from '../../dynamodb/table/expressions.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { updateAction } from '../../dynamodb/writes/dependent-items.ts';
import { markAbove } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import type { Outcome } from '../../dynamodb/writes/until.ts';
import { requireShown, withDependents, write } from '../../dynamodb/writes/write.ts';
import { creationOf } from './fields.ts';
import {
  changedRegister,
  deletedFields,
  fieldNamed,
  type Register,
  registerOf,
  unchangedRegister,
  usedRegister,
} from './register.ts';
import { isOutdated, planRows, type Row, type RowPlan, type RowProblem } from './rows.ts';
import { valueActions } from './values.ts';

export const CUSTOM_FIELDS = 'customFields';

/** What the rows of a location are validated with. */
export interface RowContext {
  readonly register: Register;
  readonly deleted: ReadonlyMap<number, string>;
}

export const rowsOf = ({ profile }: Pick<Business, 'profile'>): readonly Row[] =>
  (profile[CUSTOM_FIELDS] ?? []) as readonly Row[];

/**
 * Whether a location has a row of a field that was deleted, while another field has its name: such a row is written
 * again wherever it is sent, or it would go with the field.
 */
export const hasOutdatedRows = (register: Register, business: Business): boolean =>
  rowsOf(business).some((row) => isOutdated(row, fieldNamed(register, row.fieldName)));

/**
 * One call for each MB of the account's fields, and one where rows are sent that no field is named as.
 *
 * @param known - the register, where it has been read for the request already
 */
export const rowContext = async (
  store: PartnerStore,
  accountNumber: number,
  sent: readonly Row[],
  known?: Register,
): Promise<RowContext> => {
  const register = known ?? (await registerOf(store, accountNumber));
  const unknown = sent.filter(({ fieldName }) => !fieldNamed(register, fieldName)).map(({ id }) => id);
  return { register, deleted: await deletedFields(store, register.owner, unknown) };
};

/** What the rows that are sent come to at a location. */
export const plannedRows = (
  business: Business,
  context: RowContext,
  sent: readonly Row[],
): RowPlan | { readonly problems: readonly RowProblem[] } =>
  planRows({
    sent,
    stored: rowsOf(business),
    ...context,
    draw: drawNumber,
    now: new Date(clock.now()).toISOString(),
  });

/** What the custom fields that are sent come to at a location. */
export interface RowResult {
  /** What is wrong with them; empty where nothing is. */
  readonly problems: readonly RowProblem[];
  /** What is to be written; absent where they are stored as they are sent, or something is wrong. */
  readonly change?: { readonly register: Register; readonly plan: RowPlan };
}

export interface LocationChange {
  /** The location that the write is based on. */
  readonly business: Business;
  /** By path, custom fields among them; `null` removes one. */
  readonly writes: Readonly<Record<string, unknown>>;
  readonly register: Register;
  readonly plan: RowPlan;
}

const registerAction = ({ register, plan }: LocationChange): readonly Action[] => {
  if (plan.created.length > 0) return [changedRegister(register)];
  if (plan.usesOptions) return [usedRegister(register)];
  return plan.rows.length > 0 ? [unchangedRegister(register)] : [];
};

const shown = async (store: PartnerStore, businessNumber: number, mark: string): Promise<Outcome<Business>> => {
  const found = await businesses(store).find(businessNumber);
  if (!found) return { refused: 'absent' };
  requireShown(mark, found.item);
  return { saved: found };
};

/**
 * Writes a location on the version that was validated. Two calls.
 *
 * @returns `changed` without what was found: the fields are to be read again too
 * @throws StoreUnavailable if it is unknown whether the write landed; ItemTooLarge; KeyReused
 */
export const saveLocation = async (
  store: PartnerStore,
  change: LocationChange,
): Promise<Outcome<Business> | 'changed'> => {
  const { business, writes, register, plan } = change;
  const { businessNumber, item = {} } = business;
  const changes = businessChanges(store.partnerId, writes);
  // Takes an idempotency key, if there is one.
  if (!differs(changes, item)) {
    const outcome = await businesses(store).update(businessNumber, { writes: {}, basedOn: business });
    return 'saved' in outcome || outcome.refused === 'absent' ? outcome : 'changed';
  }
  const mark = markAbove(item);
  const written = await write(store, {
    strategy: withDependents,
    actions: [
      updateAction(item, changes, { mark }),
      ...registerAction(change),
      ...plan.created.map((field) => creationOf(register.owner, field, mark)),
      ...valueActions(register.owner, businessNumber, plan, mark),
    ],
    basedOn: [business.version],
    mark,
  });
  if ('refused' in written) return 'changed';
  return shown(store, businessNumber, 'done' in written ? mark : written.executed.mark);
};
